// qicc:0 proved
// qicc:1 proved
// qicc:2 proved
// qicc:3 proved
// qicc:4 proved
// qicc:5 proved
// qicc:6 violated
// qicc:7 violated
// qicc:8 proved
// qicc:9 proved
// probe:0 entry
// model 32
struct bits {
    int field : 3;
};
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    char c = (char)200;
    struct bits bits;
    bits.field = 7;
    int one = 1;
    double third = 1.0 / 3;
    __CPROVER_assert(c < 0, "qicc:0");
    __CPROVER_assert(bits.field < 0, "qicc:1");
    __CPROVER_assert(*(char *)&one == 1, "qicc:2");
    __CPROVER_assert((-7 >> 1) == -4, "qicc:3");
    __CPROVER_assert((float)third != third, "qicc:4");
    __CPROVER_assert(sizeof(void *) == 4, "qicc:5");
    __CPROVER_assert(sizeof(long) == 8, "qicc:6");
    __CPROVER_assert(sizeof(long double) == 16, "qicc:7");
    __CPROVER_assert(sizeof(L'a') == 4, "qicc:8");
    __CPROVER_assert(L'a' - 98 < 0, "qicc:9");
    return 0;
}
