// args: --check bounds
int main(void) {
    int a[8] = {0}, *p = a + 4;
    p[3] = 1;
    p[4] = 1;
    return 0;
}
