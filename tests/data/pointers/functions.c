// Functions behind pointers: in tables, in structures, as arguments, with arguments that are functions.
typedef int *(*chooser)(int *, int *);
int a, b, c;
static int *left(int *x, int *y) { return x; }
static int *right(int *x, int *y) { return y; }
static int *both(int *x, int *y) { *x += *y; return &c; }
static const chooser table[] = {left, right, both};
struct ops {
    chooser choose;
    void (*set)(int *, int);
};
static void set(int *p, int n) { *p = n; }
static void add(int *p, int n) { *p += n; }
static struct ops all[2] = {{left, set}, {right, add}};
static int *apply(chooser f, int *x, int *y) { return f(x, y); }
static chooser next(chooser f) { return f == left ? right : both; }
static int *nowhere(int *x, int *y) { return 0; }

int main(void) {
    for (int i = 0; i < 3; i++)
        *table[i](&a, &b) += i;
    for (int i = 0; i < 2; i++)
        all[i].set(apply(all[i].choose, &b, &c), 10);
    struct ops copy = all[1];
    copy.choose = next(copy.choose);
    copy.set(copy.choose(&a, &b), 3);
    chooser none = nowhere;
    if (none(&a, &b))
        return 1;
    return a + b + c == 0;
}
