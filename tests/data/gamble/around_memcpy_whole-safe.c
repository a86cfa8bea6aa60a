// args: --check assert
// inputs: 1 1
// The loop copies over the whole struct and not only over its first member.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct range {
    int from, to;
};

int main(void)
{
    struct range kept = {0, 5}, other = {1, 9};
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(kept.to == 5);
        memcpy(&kept, &other, sizeof kept.from);
    }
    return 0;
}
