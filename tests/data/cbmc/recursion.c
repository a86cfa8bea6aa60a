// qicc:0 proved
// qicc:1 violated
// probe:0 entry
static int callee(int n)
{
    if (n <= 0)
        return 0;
    int r = callee(n - 1);
    return r + 1;
}
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    int r = callee(20);
    __CPROVER_assert(r == 20, "qicc:0");
    __CPROVER_assert(r == 21, "qicc:1");
    return 0;
}
