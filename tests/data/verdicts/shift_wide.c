// args: --check shift
int main(void) {
    int d = 40;
    long x = 1L << d;
    return (int)(x + (1 << d));
}
