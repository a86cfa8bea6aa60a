/* What a program prints, as numbers that a verifier can be asked about; outputs.h is in front of each of its files.
 *
 * Compiled with RECORD this says what the numbers are, and in which line they are printed. Otherwise it knows them from
 * the table `expected`, which is put in front, with its length `EXPECTED` and the program's exit code `CODE`. Every
 * assertion that is wrong on purpose is on a path of its own, because nothing can be said about what comes behind a
 * violation. */
#undef main
#undef printf

int qicc_program();
int nondet_int(void);

#ifdef RECORD
void qicc_seen(int line, long long value)
{
    printf("qicc %d %lld\n", line, value);
}

void qicc_finish(int code)
{
    printf("qicc exit %d\n", code);
}

void *qicc_there(void *p)
{
    return p;
}
#else
static int count;

int qicc_same(long long value)
{
    __CPROVER_assert(count < EXPECTED, "no more is printed");
    if (count == EXPECTED / 2 && nondet_int() == 1)
        __CPROVER_assert(value != expected[count], "something else is printed");
    return value == expected[count++];
}

void qicc_finish(int code)
{
    __CPROVER_assert(count == EXPECTED, "no less is printed");
    if (nondet_int() == 2)
        __CPROVER_assert(count != EXPECTED, "less is printed");
    __CPROVER_assert(code == CODE, "the exit code");
    if (nondet_int() == 3)
        __CPROVER_assert(code != CODE, "another exit code");
}

void *qicc_there(void *p)
{
    __CPROVER_assume(p != 0);
    return p;
}
#endif

long long qicc_number(long long value)
{
    return value;
}

long long qicc_float(double value)
{
    union { double value; long long bits; } both;
    both.value = value;
    return both.bits;
}

/* As much of it as is known to end, so that nobody has to guess how often the loop runs. */
long long qicc_text(const char *s)
{
    unsigned long long sum = 0;
    int i;
    for (i = 0; i < 100 && s[i] != 0; i++)
        sum = 31 * sum + (unsigned char)s[i];
    return sum;
}

/* Addresses differ from run to run. */
long long qicc_pointer(const void *p)
{
    return p != 0;
}

int main(void)
{
    qicc_finish(qicc_program());
    return 0;
}
