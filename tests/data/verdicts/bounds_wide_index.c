// args: --check bounds
int main(void) {
    int a[4];
    long i = -(1L << 62);
    /* Times four, this wraps around to zero. */
    a[i] = 1;
    return 0;
}
