// args: --check bounds
int main(void) {
    int a[4] = {0}, *p = a;
    unsigned long i = 1UL << 62;
    /* Times four, this wraps around to zero. */
    return p[i];
}
