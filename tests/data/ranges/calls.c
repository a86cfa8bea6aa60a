// What callers pass and callees return; globals that callees change.
int rand(void);
static int counter, steps, phase, depth = 3;
static int table[256];
static const int size = 12;

static int clamp(int x) {
    if (x < 0)
        return 0;
    if (x > 100)
        return 100;
    return x;
}

static void bump(void) {
    if (counter < 10)
        counter++;
}

static void step(void) {
    steps++;
    phase = !phase;
}

static void fill(int from, int to, unsigned char value) {
    for (int i = from; i < to; i++)
        table[i] = value;
}

static int down(int n) {
    if (n <= 0)
        return 0;
    depth = n & 7;
    return down(n - 1) + 1;
}

static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

static int twice(int x) { return 2 * x; }
static int half(int x) { return x / 2; }
static int apply(int (*f)(int), int x) { return f(x); }

static int forever(void) {
    for (;;)
        if (rand() == -1)
            continue;
}

static int never(int x) {
    while (x > 0)
        x--;
    return x;
}

static int missing(int x) {
    if (x)
        return 7;
}

int main(void) {
    int i, k = clamp(rand() - 1000);
    for (i = 0; i < k; i++)
        table[i] = k;
    for (i = 0; i < 30; i++)
        bump();
    for (i = 0; i < size; i++)
        step();
    fill(0, 10, 1);
    fill(100, 200, 2);
    k = down(20);
    while (k > 0)
        k -= depth + 1;
    k = even(8);
    while (k > 0)
        k--;
    int x = apply(rand() & 1 ? twice : half, rand() & 15);
    for (i = 0; i < x; i++)
        table[i] = 1;
    k = missing(1);
    for (i = 0; i < 3; i++)
        k++;
    if (counter > 10)
        never(5);
    if (k < 0)
        forever();
    return steps;
}
