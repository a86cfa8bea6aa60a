// qicc:0 proved
// probe:0 entry
// loop 11 15
// runs 5
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    int i;
    i = 0;
    __CPROVER_assume(1);
    while (1) {
        if (!(i < 64))
            break;
        i = i + 1;
    }
    __CPROVER_assert(i == 64, "qicc:0");
    return 0;
}
