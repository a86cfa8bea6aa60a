// Variables that others can change, through pointers and by themselves.
int rand(void);
int sscanf(const char *, const char *, ...);
static int a[16], shared, alone, *cursor = &shared;
static volatile int fickle;
union both { int i; unsigned char bytes[4]; };

static void set(int *p, int value) { *p = value; }
static void chase(int **p) { **p += 1; }
static int *pick(int *x, int *y) { return rand() & 1 ? x : y; }

static void recurse(int n, int *outer) {
    int mine = 5;
    if (outer)
        *outer = 9;
    if (n > 0)
        recurse(n - 1, &mine);
    while (mine > 6)
        mine--;
    a[mine] = n;
}

int main(void) {
    int i, j, k, *p = &j, **pp = &p;
    for (i = 0; i < 5; i++)
        a[i] = 1;
    for (j = 0; j < 5; j++)
        a[j] = 2;
    for (j = 0; j < 5; (*p)++)
        a[j] = 3;
    for (j = 0; j < 5; chase(pp))
        a[j] = 4;
    k = 3;
    set(&k, 11);
    while (k > 0)
        k--;
    shared = 1, alone = 1;
    *cursor = 12;
    while (shared > alone)
        shared--;
    i = 1, k = 2;
    *pick(&shared, &k) = 14;
    while (rand() & 3)
        a[i] = k;
    fickle = 3;
    while (fickle > 0)
        fickle--;
    k = 4;
    sscanf("15", "%d", &k);
    while (k > 0)
        k--;
    recurse(3, 0);
    union both u;
    u.i = 0x01020304;
    int first = u.bytes[0];
    while (first > 0)
        first--;
    unsigned char raw[sizeof(int)] = {1, 0, 0, 0};
    k = 2;
    for (i = 0; i < (int)sizeof k; i++)
        ((unsigned char *)&k)[i] = raw[i];
    while (k > 0)
        k--;
    static int calls;
    for (calls = 0; calls < 6; calls++)
        set(&a[calls], calls);
    return a[0] & 1;
}
