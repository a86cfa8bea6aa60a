// Recursion and mutual recursion, with locals and arrays in each frame.
#include <stdio.h>

static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int hanoi(int n, int a, int b, int c) { return n == 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); }

static int solutions;
static void queens(int row, int n, int *cols)
{
    if (row == n) {
        solutions++;
        return;
    }
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int r = 0; r < row && ok; r++)
            ok = cols[r] != c && cols[r] - c != row - r && c - cols[r] != row - r;
        if (!ok)
            continue;
        cols[row] = c;
        queens(row + 1, n, cols);
    }
}

static void digits(int n, char *out)
{
    char local[3] = { 0 };
    local[0] = '0' + n % 10;
    if (n >= 10)
        digits(n / 10, out);
    while (*out)
        out++;
    out[0] = local[0];
    out[1] = 0;
}

static int *keep;
static int frames(int n)
{
    int here = n;
    int *outer = keep;
    keep = &here;
    int r = n > 0 ? frames(n - 1) : 0;
    keep = outer;
    return here + r + (outer ? *outer : 0);
}

int main(void)
{
    printf("%d %d %d\n", even(10), odd(10), even(7));
    printf("%d %d %d %d\n", fact(10), fib(15), ack(2, 3), hanoi(6, 1, 2, 3));
    int cols[8];
    queens(0, 6, cols);
    printf("%d\n", solutions);
    char buf[20] = "";
    digits(90210, buf);
    puts(buf);
    return frames(5);
}
