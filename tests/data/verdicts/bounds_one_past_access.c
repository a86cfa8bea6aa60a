// args: --check bounds
int main(void) {
    int a[4] = {1, 2, 3, 4}, n = 4;
    int *p = &a[n];
    return *p;
}
