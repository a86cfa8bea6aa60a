// qicc:0 vacuous
// probe:0 entry
int main(void)
{
    __CPROVER_assume(0);
    __CPROVER_assert(0, "probe:0");
    __CPROVER_assert(0, "qicc:0");
    return 0;
}
