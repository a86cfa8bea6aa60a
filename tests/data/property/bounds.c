// args: --check bounds
struct s { char c; int a[4]; };
int g[10];

int f(unsigned char c, long wide, int i) {
    int m[3][5];
    struct s x;
    m[i][c] = g[3] + g[i];
    x.a[wide] = *(g + i);
    g[i++] += 1;
    g[c & 7] = 1;
    int *end = &g[i];
    char *p = (char *)&x + i;
    return *p + ((char *)&x)[i] + end[-1] + (g[c] ? m[2][i] : 0);
}

int main(void) {
    return f(1, 2, 3);
}
