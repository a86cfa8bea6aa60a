/* What is observed of a program, as a row of numbers: written to the standard error output with OBSERVED_RECORD, to be
   compiled and run; otherwise compared, number by number, with those of the file record.h, to be verified. */
#undef printf
#undef puts
#undef putchar
#undef exit
#undef abort
#undef main
#undef NDEBUG
#include <assert.h>

#ifdef OBSERVED_RECORD

static void observed(unsigned long long value)
{
    fprintf(stderr, "observed %llu\n", value);
}

static void observed_end(int code)
{
    observed((unsigned char)code);
}

int observed_nothing(void)
{
    return 0;
}

#else

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

/* At least one number is in it: every program ends with a code. */
static const unsigned long long observed_record[] = {
#include "record.h"
};
static const unsigned observed_count = sizeof observed_record / sizeof observed_record[0];
static unsigned observed_at;

static void observed(unsigned long long value)
{
    assert("as recorded" && observed_at < observed_count && observed_record[observed_at] == value);
    observed_at++;
}

/* The second assertion has to be violated: if it is not, the verifier did not follow the program to its end. */
static void observed_end(int code)
{
    observed((unsigned char)code);
    assert("never at the end" && observed_at != observed_count);
}

/* Nothing but 0, and yet no constant: what is computed with it is left to the solver. */
int observed_nothing(void)
{
    int any = __VERIFIER_nondet_int();
    __VERIFIER_assume(any == 0);
    return any;
}

#endif

/* A text as one number; at most `most` of its characters. */
static unsigned long long observed_hash(const unsigned char *text, int most)
{
    unsigned long long hash = 0;
    int at;
    for (at = 0; at != most && text[at] != 0; at++) {
        hash = hash * 257 + text[at] + 1;
    }
    return hash;
}

/* How much of a text is printed, or -1. A format with a precision for one string is taken to have it for all: less is
   observed then, but nothing behind the end of an array is read. */
static int observed_precision(const char *format)
{
    int precision = -1;
    for (; *format != 0; format++) {
        if (*format == '.' && format[1] >= '0' && format[1] <= '9' && format[2] == 's') {
            precision = format[1] - '0';
        }
    }
    return precision;
}

int observed_format(const char *format)
{
    observed(observed_hash((const unsigned char *)format, -1));
    return 0;
}

int observed_integer(const char *format, long long value)
{
    observed(value);
    return 0;
}

int observed_character(int character)
{
    observed((unsigned char)character);
    return 0;
}

int observed_double(const char *format, double value)
{
    union { double value; unsigned long long bits; } both;
    both.value = value;
    /* C does not say which of the many a result that is not a number is. */
    observed(value != value ? 1 : both.bits);
    return 0;
}

int observed_long_double(const char *format, long double value)
{
    union { long double value; struct { unsigned long long fraction; unsigned short exponent; } parts; } both;
    both.value = value;
    observed(value != value ? 1 : both.parts.fraction);
    observed(value != value ? 1 : both.parts.exponent);
    return 0;
}

int observed_string(const char *format, const void *text)
{
    observed(observed_hash(text, observed_precision(format)));
    return 0;
}

int observed_line(const char *text)
{
    observed(observed_hash((const unsigned char *)text, -1));
    return 0;
}

void observed_exit(int code)
{
    observed_end(code);
    exit(code);
}

void observed_abort(void)
{
    observed_end(134);
    abort();
}

/* The program, with as many arguments as its main has parameters. */
#if OBSERVED_PARAMETERS == 0
int observed_program(void);
#define OBSERVED_RESULT observed_program()
#elif OBSERVED_PARAMETERS == 2
int observed_program(int, char **);
#define OBSERVED_RESULT observed_program(1, strings)
#else
int observed_program(int, char **, char **);
#define OBSERVED_RESULT observed_program(1, strings, strings + 1)
#endif

int main(void)
{
    char *strings[] = {"program", 0};
    int code = OBSERVED_RESULT;
    observed_end(code);
    return code;
}
