// qicc:0 violated
// qicc:1 proved
// probe:0 entry
extern void *malloc(unsigned long size);
extern void *calloc(unsigned long count, unsigned long size);
extern int nondet_int(void);
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    char *p;
    p = 0;
    if (nondet_int()) {
        p = malloc(4);
    }
    char *q = calloc(4, 4);
    __CPROVER_assert(p != 0, "qicc:0");
    __CPROVER_assert(q == 0 || q[15] == 0, "qicc:1");
    return 0;
}
