// args: --check bounds
int scanf(const char *, ...);
int main(void) {
    int a[4] = {0}, i = 0;
    scanf("%d", &i);
    return a[i];
}
