// args: --check bounds
int main(void) {
    int a[4] = {0}, *p = a;
    p--;
    return *p;
}
