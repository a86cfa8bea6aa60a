// args: --check bounds,assert
/* No main: other functions may have run before. */
int counter, table[4];
const int limit = 3;
int *shared;
void __VERIFIER_assert(int);

int next(unsigned step, int *unused) {
    counter += step;
    __VERIFIER_assert(counter < limit);
    return table[counter];
}

int first(int *p) { return p[0]; }

int follow(void) { return *shared; }
