/* What a program prints, as numbers that a verifier can be asked about.
 *
 * The program is compiled with main, printf, puts and putchar renamed to the functions here. Compiled with RECORD this
 * says what the numbers are; otherwise it asserts that they are those of the table `expected`, which is put in front,
 * with its length `EXPECTED` and the program's exit code `CODE`. Every assertion that is wrong on purpose is on a path
 * of its own, because nothing can be said about what comes behind a violation. */
#undef main
#undef printf
#undef puts
#undef putchar

#include <stdarg.h>

int qicc_program();
int nondet_int(void);

#ifdef RECORD
int printf(const char *, ...);
static void number(long long value) { printf("%lld\n", value); }
static void finish(int code) { printf("exit %d\n", code); }
#else
static int count;
static void number(long long value)
{
    __CPROVER_assert(count < EXPECTED, "no more is printed");
    __CPROVER_assert(value == expected[count], "what is printed");
    if (count == EXPECTED / 2 && nondet_int() == 1)
        __CPROVER_assert(value != expected[count], "something else is printed");
    count++;
}
static void finish(int code)
{
    __CPROVER_assert(count == EXPECTED, "no less is printed");
    if (nondet_int() == 2)
        __CPROVER_assert(count != EXPECTED, "less is printed");
    __CPROVER_assert(code == CODE, "the exit code");
    if (nondet_int() == 3)
        __CPROVER_assert(code != CODE, "another exit code");
}
#endif

static void text(const char *s)
{
    for (; *s; s++)
        number(*s);
}

static long long bits(double value)
{
    union { double value; long long bits; } both;
    both.value = value;
    return both.bits;
}

int qicc_printf(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (; *format; format++) {
        int longs = 0;
        if (*format != '%')
            continue;
        for (format++; *format != 0; format++) {
            if (*format == 'l' || *format == 'z')
                longs++;
            else if (*format == 'L')
                longs = 3;
            else if (*format == '*')
                (void)va_arg(list, int);
            else if (!(*format == '.' || *format == '-' || *format == '+' || *format == '#' || *format == 'h'
                       || (*format >= '0' && *format <= '9')))
                break;
        }
        if (*format == 's')
            text(va_arg(list, const char *));
        else if (*format == 'p')
            (void)va_arg(list, void *);
        else if (*format == '%')
            continue;
        else if ((*format >= 'e' && *format <= 'g') || *format == 'a')
            number(longs == 3 ? bits((double)va_arg(list, long double)) : bits(va_arg(list, double)));
        else if (longs == 0)
            number(va_arg(list, int));
        else if (longs == 1)
            number(va_arg(list, long));
        else
            number(va_arg(list, long long));
    }
    va_end(list);
    return 0;
}

int qicc_puts(const char *s)
{
    text(s);
    return 0;
}

int qicc_putchar(int c)
{
    number(c);
    return c;
}

int main(void)
{
    finish(qicc_program());
    return 0;
}
