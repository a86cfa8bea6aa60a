// args: --check bounds
int seven(void) { return 7; }
int main(void) {
    int a[4], i = 3;
    a[i] = seven();
    i++;
    a[i] = seven();
    return 0;
}
