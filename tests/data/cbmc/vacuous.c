// qicc:0 vacuous
// qicc:1 violated
// probe:0 entry
// probe:1 before 1
// probe:2 after 1
// probe:3 before 2
// probe:4 after 2
int nondet_int(void);
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    int x = nondet_int();
    __CPROVER_assert(0, "probe:1");
    __CPROVER_assume(x > 3);
    __CPROVER_assert(0, "probe:2");
    __CPROVER_assert(x > 7, "qicc:1");
    __CPROVER_assert(0, "probe:3");
    __CPROVER_assume(x < 2);
    __CPROVER_assert(0, "probe:4");
    __CPROVER_assert(x == 1000, "qicc:0");
    return 0;
}
