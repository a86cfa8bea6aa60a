// args: --check bounds
long read(int, void *, unsigned long);
int main(void) {
    char a[8];
    int where[4] = {0};
    unsigned long n = sizeof a;
    read(0, a, n);
    read(0, &where[1], 3 * sizeof(int));
    return where[where[1] & 3] + where[where[2]];
}
