/* In front of each file of a program: what it prints and how it ends goes to the functions of outputs.c.
 *
 * Each argument of printf is taken by its type, not by way of va_arg: CBMC does not promote variable arguments, and reads
 * a char as if it were an int. Every line that prints is a property of its own. */
#include <stdio.h>
#include <stdlib.h>

long long qicc_number(long long);
long long qicc_float(double);
long long qicc_text(const char *);
long long qicc_pointer(const void *);
void qicc_seen(int line, long long value);
int qicc_same(long long value);
void qicc_finish(int code);
void *qicc_there(void *);

#define QICC_STRING(x) #x
#define QICC_LINE(x) "line " QICC_STRING(x)
#ifdef RECORD
#define QICC_SEEN(value) qicc_seen(__LINE__, value)
#else
#define QICC_SEEN(value) __CPROVER_assert(qicc_same(value), QICC_LINE(__LINE__))
#endif

/* For CBMC an array only becomes a pointer here where there is arithmetic. */
#define QICC(x) \
    QICC_SEEN(_Generic((x) + 0, float: qicc_float, double: qicc_float, long double: qicc_float, \
                       char *: qicc_text, const char *: qicc_text, void *: qicc_pointer, const void *: qicc_pointer, \
                       int *: qicc_pointer, const int *: qicc_pointer, default: qicc_number)(x)),
#define QICC_1(x) QICC(x)
#define QICC_2(x, ...) QICC(x) QICC_1(__VA_ARGS__)
#define QICC_3(x, ...) QICC(x) QICC_2(__VA_ARGS__)
#define QICC_4(x, ...) QICC(x) QICC_3(__VA_ARGS__)
#define QICC_5(x, ...) QICC(x) QICC_4(__VA_ARGS__)
#define QICC_6(x, ...) QICC(x) QICC_5(__VA_ARGS__)
#define QICC_7(x, ...) QICC(x) QICC_6(__VA_ARGS__)
#define QICC_8(x, ...) QICC(x) QICC_7(__VA_ARGS__)
#define QICC_9(x, ...) QICC(x) QICC_8(__VA_ARGS__)
#define QICC_10(x, ...) QICC(x) QICC_9(__VA_ARGS__)
#define QICC_11(x, ...) QICC(x) QICC_10(__VA_ARGS__)
#define QICC_12(x, ...) QICC(x) QICC_11(__VA_ARGS__)
#define QICC_13(x, ...) QICC(x) QICC_12(__VA_ARGS__)
#define QICC_14(x, ...) QICC(x) QICC_13(__VA_ARGS__)
#define QICC_15(x, ...) QICC(x) QICC_14(__VA_ARGS__)
#define QICC_16(x, ...) QICC(x) QICC_15(__VA_ARGS__)
#define QICC_17(x, ...) QICC(x) QICC_16(__VA_ARGS__)
#define QICC_18(x, ...) QICC(x) QICC_17(__VA_ARGS__)
#define QICC_19(x, ...) QICC(x) QICC_18(__VA_ARGS__)
#define QICC_20(x, ...) QICC(x) QICC_19(__VA_ARGS__)
#define QICC_21(x, ...) QICC(x) QICC_20(__VA_ARGS__)
#define QICC_22(x, ...) QICC(x) QICC_21(__VA_ARGS__)
#define QICC_23(x, ...) QICC(x) QICC_22(__VA_ARGS__)
#define QICC_24(x, ...) QICC(x) QICC_23(__VA_ARGS__)
#define QICC_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21, \
    _22, _23, _24, name, ...) name
#define printf(...) (QICC_PICK(__VA_ARGS__, QICC_24, QICC_23, QICC_22, QICC_21, QICC_20, QICC_19, QICC_18, \
    QICC_17, QICC_16, QICC_15, QICC_14, QICC_13, QICC_12, QICC_11, QICC_10, QICC_9, QICC_8, QICC_7, QICC_6, \
    QICC_5, QICC_4, QICC_3, QICC_2, QICC_1)(__VA_ARGS__) 0)
#define puts(s) (QICC(s) 0)
#define putchar(c) (QICC(c) 0)
/* Memory is there when the program runs, and so it is for verifiers. */
#define malloc(size) qicc_there(malloc(size))
#define calloc(n, size) qicc_there(calloc(n, size))
#define realloc(p, size) qicc_there(realloc(p, size))
#define exit(code) (qicc_finish(code), exit(code))
#define main qicc_program
