// qicc:0 proved
// qicc:1 violated
// qicc:2 proved
// probe:0 entry
// loop 17 24 rounds 40
// loop 26 28
// runs 3
int nondet_int(void);
int g;
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    int a[40];
    int i;
    i = 0;
    __CPROVER_assume(1);
    while (1) {
        if (!(i < 40))
            break;
        __CPROVER_assert(i < 40, "qicc:0");
        __CPROVER_assume(i < 40);
        a[i] = i;
        i = i + 1;
    }
    __CPROVER_assume(1);
    do {
        i = i - 1;
    } while (i > 36);
    g = nondet_int();
    __CPROVER_assert(g != 7, "qicc:1");
    __CPROVER_assume(g != 7);
    __CPROVER_assert(i == 36, "qicc:2");
    return 0;
}
