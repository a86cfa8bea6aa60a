# 1 "user.c"
# 1 "<built-in>"
# 1 "user.c"
# 7 "header.h" 1
int declared;
# 20 "user.c" 2
int main(void) { return wrong; }
