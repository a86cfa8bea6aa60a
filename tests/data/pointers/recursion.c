// Addressed locals of recursive functions, of loops, and locals that outlive the block they are declared in.
static int *deepest, depth;

static int down(int n, int *above) {
    int here = n;
    if (above)
        *above += 1;
    if (n == 0) {
        deepest = &here;
        depth = *deepest;
        return 0;
    }
    int result = down(n - 1, &here);
    return result + here;
}

static void each(int *array, int n, void (*f)(int *, void *), void *more) {
    if (n > 0) {
        f(array, more);
        each(array + 1, n - 1, f, more);
    }
}

static void collect(int *p, void *more) { **(int **)more += *p; }

int main(void) {
    int array[4] = {1, 2, 3, 4}, total = 0, *to = &total;
    each(array, 4, collect, &to);
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int fresh = i;
        int *p = &fresh;
        *p += 1;
        if (last)
            total += i;
        last = &array[i];
    }
    *last = 9;
    return total + down(3, 0) + array[2] - 31;
}
