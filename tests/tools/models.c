/* Compares the functions that verifiers get with those of the C library, on random arguments. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int failures;

static uint64_t chance(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

#define ANY(type) ((type)chance())
#define ALIVE(p) 1
#define HAVOC(p) (void)(p)
#define LARGE(n) (void)(n)
#define MAX_SIZE 0x7fffffffu
#define MOST 4096
#define __CPROVER_assume(condition) (void)(condition)
#include "../../src/cfa/models.c"

#define CHECK(condition)                                          \
    do {                                                          \
        if (!(condition)) {                                       \
            failures++;                                           \
            printf("line %d: %s\n", __LINE__, #condition);        \
        }                                                         \
    } while (0)

enum { SIZE = 12 };

/* A string of few different characters, so that they are often equal. */
static void fill(char *s)
{
    static const char letters[] = "aAbB,\x80\xff";
    size_t n = chance() % (SIZE - 1);
    for (size_t i = 0; i < SIZE; i++)
        s[i] = i < n ? letters[chance() % 7] : chance() % 2 ? 0 : 'x';
    s[n] = 0;
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static int same_double(double a, double b)
{
    return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b));
}

static void strings(void)
{
    char s[SIZE], t[SIZE], a[3 * SIZE], b[3 * SIZE];
    size_t n = chance() % SIZE;
    int c = chance() % 3 ? (unsigned char)"aAbB,\x80\xff"[chance() % 8] : chance() % 256;
    fill(s);
    fill(t);
    CHECK(qicc_strlen(s) == strlen(s));
    CHECK(qicc_strnlen(s, n) == strnlen(s, n));
    CHECK(sign(qicc_strcmp(s, t)) == sign(strcmp(s, t)));
    CHECK(sign(qicc_strncmp(s, t, n)) == sign(strncmp(s, t, n)));
    CHECK(sign(qicc_strcasecmp(s, t)) == sign(strcasecmp(s, t)));
    CHECK(sign(qicc_strncasecmp(s, t, n)) == sign(strncasecmp(s, t, n)));
    CHECK(sign(qicc_memcmp(s, t, n)) == sign(memcmp(s, t, n)));
    CHECK(!qicc_bcmp(s, t, n) == !bcmp(s, t, n));
    CHECK(qicc_memchr(s, c, n) == memchr(s, c, n));
    CHECK(qicc_memrchr(s, c, n) == memrchr(s, c, n));
    CHECK(qicc_memmem(s, n, t, n / 3) == memmem(s, n, t, n / 3));
    CHECK(qicc_strchr(s, c) == strchr(s, c));
    CHECK(qicc_strrchr(s, c) == strrchr(s, c));
    CHECK(qicc_index(s, c) == index(s, c));
    CHECK(qicc_rindex(s, c) == rindex(s, c));
    CHECK(qicc_strchrnul(s, c) == strchrnul(s, c));
    CHECK(qicc_strspn(s, t) == strspn(s, t));
    CHECK(qicc_strcspn(s, t) == strcspn(s, t));
    CHECK(qicc_strpbrk(s, t) == strpbrk(s, t));
    t[chance() % 3] = 0;
    CHECK(qicc_strstr(s, t) == strstr(s, t));
    CHECK(qicc_strcasestr(s, t) == strcasestr(s, t));

#define BOTH(ours, theirs)                                        \
    do {                                                          \
        memset(a, 'z', sizeof a);                                 \
        fill(a);                                                  \
        memcpy(b, a, sizeof a);                                   \
        long x = (long)(ours), y = (long)(theirs);                \
        CHECK(x == y && memcmp(a, b, sizeof a) == 0);             \
    } while (0)
#define AT(base, call) ((char *)(call) - (base))
    BOTH(AT(a, qicc_memcpy(a, s, n)), AT(b, memcpy(b, s, n)));
    BOTH(AT(a, qicc_mempcpy(a, s, n)), AT(b, mempcpy(b, s, n)));
    BOTH(AT(a, qicc___mempcpy_chk(a, s, n, n)), AT(b, mempcpy(b, s, n)));
    size_t from = chance() % SIZE, to = chance() % SIZE;
    BOTH(AT(a, qicc_memmove(a + to, a + from, n)), AT(b, memmove(b + to, b + from, n)));
    BOTH((qicc_bcopy(a + from, a + to, n), 0), (bcopy(b + from, b + to, n), 0));
    BOTH(AT(a, qicc_memset(a, c, n)), AT(b, memset(b, c, n)));
    BOTH((qicc_bzero(a, n), 0), (bzero(b, n), 0));
    BOTH((qicc_explicit_bzero(a, n), 0), (explicit_bzero(b, n), 0));
    BOTH(AT(a, qicc_strcpy(a, s)), AT(b, strcpy(b, s)));
    BOTH(AT(a, qicc_stpcpy(a, s)), AT(b, stpcpy(b, s)));
    BOTH(AT(a, qicc___stpcpy_chk(a, s, SIZE)), AT(b, stpcpy(b, s)));
    BOTH(AT(a, qicc_strcat(a, s)), AT(b, strcat(b, s)));
    BOTH(AT(a, qicc_strncpy(a, s, n)), AT(b, strncpy(b, s, n)));
    BOTH(AT(a, qicc_stpncpy(a, s, n)), AT(b, stpncpy(b, s, n)));
    BOTH(AT(a, qicc_strncat(a, s, n)), AT(b, strncat(b, s, n)));

    char *rest = 0, *theirs = 0;
    for (int i = 0; i < 4; i++) {
        char *p = qicc_strtok_r(i ? 0 : a, t, &rest), *q = strtok_r(i ? 0 : b, t, &theirs);
        CHECK((!p && !q) || AT(a, p) == AT(b, q));
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    fill(a);
    memcpy(b, a, sizeof a);
    for (int i = 0; i < 3; i++) {
        char *p = qicc_strtok(i ? 0 : a, t), *q = strtok(i ? 0 : b, t);
        CHECK((!p && !q) || AT(a, p) == AT(b, q));
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    fill(a);
    memcpy(b, a, sizeof a);
    rest = a;
    theirs = b;
    for (int i = 0; i < 4; i++) {
        char *p = qicc_strsep(&rest, t), *q = strsep(&theirs, t);
        CHECK((!p && !q) || AT(a, p) == AT(b, q));
        CHECK((!rest && !theirs) || AT(a, rest) == AT(b, theirs));
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    char *end;
    qicc_strtol(s, &end, 10);
    CHECK(end >= s && end <= s + strlen(s));
    char *copy = qicc_strdup(s), *part = qicc_strndup(s, n);
    CHECK(!copy || strcmp(copy, s) == 0);
    CHECK(!part || (strncmp(part, s, n) == 0 && strlen(part) == strnlen(s, n)));
    free(copy);
    free(part);
}

/* These came into the C library late: what they do is said in terms of others. */
static void bounded(void)
{
    char s[SIZE], a[2 * SIZE], b[2 * SIZE];
    size_t n = chance() % (2 * SIZE);
    fill(s);
    memset(a, 'z', sizeof a);
    memcpy(b, a, sizeof a);
    CHECK(qicc_strlcpy(a, s, n) == (size_t)snprintf(b, n, "%s", s));
    CHECK(memcmp(a, b, sizeof a) == 0);
    fill(a);
    memcpy(b, a, sizeof a);
    size_t used = strnlen(b, n);
    CHECK(qicc_strlcat(a, s, n) == used + strlen(s));
    snprintf(b + used, n - used, "%s", s);
    CHECK(memcmp(a, b, sizeof a) == 0);
}

static void characters(void)
{
    for (int c = 0; c < 128; c++) {
        CHECK(!qicc_isalpha(c) == !isalpha(c) && !qicc_isdigit(c) == !isdigit(c));
        CHECK(!qicc_isalnum(c) == !isalnum(c) && !qicc_isxdigit(c) == !isxdigit(c));
        CHECK(!qicc_isupper(c) == !isupper(c) && !qicc_islower(c) == !islower(c));
        CHECK(!qicc_isspace(c) == !isspace(c) && !qicc_isblank(c) == !isblank(c));
        CHECK(!qicc_isprint(c) == !isprint(c) && !qicc_isgraph(c) == !isgraph(c));
        CHECK(!qicc_iscntrl(c) == !iscntrl(c) && !qicc_ispunct(c) == !ispunct(c));
        CHECK(qicc_tolower(c) == tolower(c) && qicc_toupper(c) == toupper(c));
    }
    for (int c = -128; c < 256; c++)
        CHECK((*qicc___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
    for (int c = 128; c < 256; c++)
        CHECK(!qicc_isdigit(c));
}

static void numbers(double x, double y)
{
    CHECK(same_double(qicc_trunc(x), trunc(x)));
    CHECK(same_double(qicc_floor(x), floor(x)));
    CHECK(same_double(qicc_ceil(x), ceil(x)));
    CHECK(same_double(qicc_round(x), round(x)));
    CHECK(same_double(qicc_truncf(x), truncf(x)));
    CHECK(same_double(qicc_floorf(x), floorf(x)));
    CHECK(same_double(qicc_ceilf(x), ceilf(x)));
    CHECK(same_double(qicc_roundf(x), roundf(x)));
    double big = qicc_fmax(x, y), small = qicc_fmin(x, y);
    CHECK(big == fmax(x, y) || (x != x && y != y && big != big));
    CHECK(small == fmin(x, y) || (x != x && y != y && small != small));
    CHECK((qicc_sqrt(x) != qicc_sqrt(x)) == (sqrt(x) != sqrt(x)) || x > 0);
    CHECK(x != 0 || same_double(qicc_sqrt(x), x));
}

static void bits(uint64_t x)
{
    unsigned u = (unsigned)x;
    CHECK(qicc_ffs((int)u) == ffs((int)u) && qicc_ffsl((long)x) == ffsl((long)x));
    CHECK(qicc_ffsll((long long)x) == ffsll((long long)x));
    CHECK(qicc_parity(u) == __builtin_parity(u) && qicc_parityl(x) == __builtin_parityl(x));
    CHECK(qicc_parityll(x) == __builtin_parityll(x) && qicc_clrsb((int)u) == __builtin_clrsb((int)u));
    CHECK(qicc_clrsbl((long)x) == __builtin_clrsbl((long)x));
    CHECK(qicc_clrsbll((long long)x) == __builtin_clrsbll((long long)x));
    CHECK(x == 0 || (qicc_clzl(x) == __builtin_clzl(x) && qicc_clzll(x) == __builtin_clzll(x)));
    CHECK(u == 0 || qicc_clz(u) == __builtin_clz(u));
    CHECK((int)u == -(int)u || qicc_abs((int)u) == abs((int)u));
    CHECK((long)x == -(long)x || (qicc_labs((long)x) == labs((long)x) && qicc_llabs((long)x) == llabs((long)x)));
    CHECK(u == 0 || qicc_ctz(u) == __builtin_ctz(u));
    CHECK(x == 0 || (qicc_ctzl(x) == __builtin_ctzl(x) && qicc_ctzll(x) == __builtin_ctzll(x)));
}

static void memory(void)
{
    char *p = qicc_malloc(5), *q;
    void *made = 0;
    if (p)
        memset(p, 1, 5);
    q = qicc_realloc(p, 9);
    if (q && p)
        CHECK(q[4] == 1);
    free(q ? q : p);
    CHECK(!qicc_malloc((size_t)-1) && !qicc_calloc((size_t)-1, 2) && !qicc_reallocarray(0, (size_t)-1, 2));
    int code = qicc_posix_memalign(&made, 8, 3);
    CHECK((code == 0) == (made != 0));
    free(made);
    free(qicc_aligned_alloc(8, 8));
    free(qicc_memalign(8, 8));
    free(qicc_valloc(8));
    q = qicc_calloc(3, 2);
    CHECK(!q || (q[0] == 0 && q[5] == 0));
    free(q);
    *qicc___errno_location() = 3;
    CHECK(*qicc___errno_location() == 3);
    CHECK(qicc_true() != 0 && qicc_sign(1, 0) < 0 && qicc_sign(0, 1) > 0 && qicc_sign(0, 0) == 0);
}

int main(void)
{
    static const double some[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370495.5,
                                  -4503599627370495.5, 4503599627370496.0, 9007199254740993.0, 1e300, -1e300, 1e-320,
                                  INFINITY, -INFINITY, NAN, 8388607.5, -8388608.5};
    enum { MANY = sizeof some / sizeof *some };
    characters();
    for (int i = 0; i < MANY; i++)
        for (int k = 0; k < MANY; k++)
            numbers(some[i], some[k]);
    for (int i = 0; i < 20000 && failures < 20; i++) {
        strings();
        bounded();
        memory();
        bits(chance() >> chance() % 64);
        numbers((double)(int64_t)chance() / (1 + chance() % 1000000), (double)(int)chance() / 4);
    }
    bits(0);
    return failures != 0;
}
