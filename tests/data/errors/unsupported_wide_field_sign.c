struct s { unsigned long long w : 40; } s;
int main(void) { int x = -1; return s.w == x; }
