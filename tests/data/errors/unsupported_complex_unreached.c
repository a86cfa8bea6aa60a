static inline double odd(void) { _Complex double z = 1.0; return __real__ z; }
int main(void) { return 0; }
