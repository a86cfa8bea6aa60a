// args: --check bounds
int main(void) {
    short s[3] = {0};
    int *p = (int *)(s + 1);
    *p = 1;
    p = (int *)(s + 2);
    *p = 1;
    return 0;
}
