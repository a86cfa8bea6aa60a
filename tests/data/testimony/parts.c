// violated: inputs go into parts of objects, are no whole numbers, or characters, and some change nothing.
#include <stdlib.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

union word {
    unsigned whole;
    unsigned char bytes[4];
};

struct entry {
    char name[4];
    float weight;
    _Bool sold;
    double price;
    union word word;
};

struct entry left, right;

int main(void) {
    struct entry entries[2] = {0};
    unsigned *block = calloc(2, sizeof *block);
    struct entry *chosen = __VERIFIER_nondet_uint() % 2 ? &left : &right;
    if (block == 0)
        return 0;
    chosen->sold = __VERIFIER_nondet_bool();
    ((_Bool *)block)[3] = __VERIFIER_nondet_bool();
    chosen->weight = __VERIFIER_nondet_float();
    unsigned at = __VERIFIER_nondet_uint() % sizeof *chosen;
    ((char *)chosen)[at] = __VERIFIER_nondet_char();
    block[1] = __VERIFIER_nondet_uint();
    ((short *)block)[2] = __VERIFIER_nondet_char();
    for (int i = 0; i < 2; i++) {
        entries[i].name[i] = __VERIFIER_nondet_char();
        entries[i].weight = __VERIFIER_nondet_float();
        entries[i].price = __VERIFIER_nondet_double();
        entries[i].word.whole = __VERIFIER_nondet_uint();
    }
    entries[1].word.bytes[2] = __VERIFIER_nondet_char();
    if (entries[0].name[0] == 'q' && entries[1].name[1] < 0 && entries[0].weight > 1.0e30f &&
        entries[0].weight + 1.5f == entries[0].weight && entries[1].price == 0.1 &&
        entries[0].word.whole == 0x01020304 && entries[1].word.whole == 0x01050000 &&
        entries[0].name[1] == 0 && entries[1].weight == 0 && chosen == &right && right.sold && right.weight == 0.3f && at == 2 &&
        right.name[2] == -3 && block[0] == 0x01000000 && block[1] == 0x77770041)
        reach_error();
    return 0;
}
