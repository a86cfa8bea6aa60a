// args: --region copy:10 --check bounds
/* Two parameters that may be the same array, of two sizes. */
static char a[8], b[8], c[16];

static int offset;

static void copy(char *to, const char *from, int n)
{
    int i;
    for (i = 0; i < n; i++)
        to[i + offset] = from[i];
}

int main(void)
{
    char d[8], e[8];
    copy(a, b, 8);
    copy(c + 4, a, 8);
    copy(d, e, 8);
    copy(e, d, 8);
    return 0;
}
