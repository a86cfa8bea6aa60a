// qicc:0 bound
// qicc:1 violated
// probe:0 entry
// loop 14 18
// bound 100
int nondet_int(void);
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    int i;
    int j;
    i = 0;
    __CPROVER_assume(1);
    while (1) {
        j = nondet_int();
        __CPROVER_assert(j != 3 || i < 10, "qicc:1");
        i = i + 1;
    }
    __CPROVER_assert(i == 64, "qicc:0");
    return 0;
}
