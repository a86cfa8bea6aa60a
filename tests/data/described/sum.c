#include <assert.h>
int nondet_int(void);
int main(int argc, char **argv) {
    int x = nondet_int();
    if (x < 0 || x > 10) return 0;
    assert(x >= 0);
    assert(x != 7);
    int s = 0;
    for (int i = 0; i < x; i++) s += i;
    assert(s >= 0);
    return argc;
}
