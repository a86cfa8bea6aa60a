// An array of structures with arrays is written in one place only.
// expect: proved
// unwind: 4
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct row {
    char name;
    int cell[3];
};

int main(void) {
    struct row table[3] = {{'a', {0}}, {'b', {0}}, {'c', {0}}};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    table[i].cell[j] = 5;
    int sum = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            sum += table[r].cell[c];
    assert(sum == 5);
    assert(table[i].name == 'a' + (int)i);
    return 0;
}
