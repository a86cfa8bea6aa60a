// qicc:0 proved
// qicc:1 not-answered
// probe:0 entry
int other(void)
{
    __CPROVER_assert(0, "qicc:1");
    return 0;
}
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    __CPROVER_assert(1, "qicc:0");
    return 0;
}
