int puts(const char *);
int main(void)
{
    int i, j, n = 0;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            if (i == j)
                continue;
            if (i + j == 4)
                goto out;
            n += i * j;
        }
    }
    do {
        n--;
    } while (n > 10);
out:
    switch (n) {
    case 0:
        puts("zero");
        break;
    case 1:
    case 2:
        puts("some");
        /* and */
    default:
        puts("more");
    }
    return n;
}
