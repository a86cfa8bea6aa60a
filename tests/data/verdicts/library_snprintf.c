// args: --check bounds
int snprintf(char *, unsigned long, const char *, ...);
int main(void) {
    char a[8];
    unsigned long n = sizeof a;
    snprintf(a, n, "%d", 1);
    snprintf(a, n + 1, "%d", 1);
    return 0;
}
