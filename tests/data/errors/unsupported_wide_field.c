struct s { unsigned long long w : 40; } s;
int main(void) { return (int)((s.w >> 3) << 20); }
