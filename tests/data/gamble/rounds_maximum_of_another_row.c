// args: --check assert
// inputs: 0 5 0 0
// The largest number is kept from row to row, while the row is a new one.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned high = 0;
    int place = 0;
    for (int i = 0; i < 2; i++) {
        unsigned row[2];
        for (int j = 0; j < 2; j++) {
            row[j] = __VERIFIER_nondet_uint();
            if (row[j] > high) {
                high = row[j];
                place = j;
            }
        }
        assert(row[place] == high); // bad
    }
    return 0;
}
