/* Included in front of every file of a program whose output is observed: what the program would print becomes a row
   of numbers, which observe.c writes down or compares. Programs are of all dialects, so this is C89 but for the macros,
   and nothing is called by a name that a program could have. */
#include <stdio.h>
#include <stdlib.h>

int observed_format(const char *format);
int observed_integer(const char *format, long long value);
int observed_double(const char *format, double value);
int observed_long_double(const char *format, long double value);
int observed_string(const char *format, const void *text);
int observed_character(int character);
int observed_line(const char *text);
int observed_nothing(void);
void observed_exit(int code);
void observed_abort(void);

/* What is printed as a string has type char * in one of its forms; everything else that is no number in floating
   point is an integer, whatever its width. */
#define OBSERVED_VALUE(format, value)                                                                                \
    _Generic((value) + 0,                                                                                            \
        float: observed_double,                                                                                      \
        double: observed_double,                                                                                     \
        long double: observed_long_double,                                                                           \
        char *: observed_string,                                                                                     \
        const char *: observed_string,                                                                               \
        volatile char *: observed_string,                                                                            \
        signed char *: observed_string,                                                                              \
        unsigned char *: observed_string,                                                                            \
        const signed char *: observed_string,                                                                        \
        const unsigned char *: observed_string,                                                                      \
        default: observed_integer)(format, value)

/* A macro does not expand itself; what is put off until the next scan is expanded once for each scan. */
#define OBSERVED_EMPTY
#define OBSERVED_LATER() OBSERVED_EACH
#define OBSERVED_EACH(format, value, ...) \
    , OBSERVED_VALUE(format, value) __VA_OPT__(OBSERVED_LATER OBSERVED_EMPTY()(format, __VA_ARGS__))
#define OBSERVED_SCAN(...) OBSERVED_SCAN3(OBSERVED_SCAN3(OBSERVED_SCAN3(OBSERVED_SCAN3(__VA_ARGS__))))
#define OBSERVED_SCAN3(...) OBSERVED_SCAN2(OBSERVED_SCAN2(OBSERVED_SCAN2(OBSERVED_SCAN2(__VA_ARGS__))))
#define OBSERVED_SCAN2(...) __VA_ARGS__

#define printf(format, ...) \
    (observed_format(format) __VA_OPT__(OBSERVED_SCAN(OBSERVED_EACH(format, __VA_ARGS__))))
#define puts(text) observed_line(text)
#define putchar(character) observed_character(character)
#define exit(code) observed_exit(code)
#define abort() observed_abort()
#define main observed_program
