struct s { unsigned a : 3; } s;
int main(void) { return _Generic(s.a, unsigned: 1, default: 2); }
