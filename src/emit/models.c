// Definitions for functions that CBMC has no model of, or one that leaves something out. See models.rs.

// malloc: malloc
static void *qicc_malloc(size_t n)
{
    if (n > MAX_SIZE || ANY()) {
        return 0;
    }
    LARGE(n);
    return malloc(n);
}

// calloc: calloc
static void *qicc_calloc(size_t n, size_t size)
{
    if ((size != 0 && n > MAX_SIZE / size) || ANY()) {
        return 0;
    }
    LARGE(n * size);
    return calloc(n, size);
}

// realloc: realloc
static void *qicc_realloc(void *p, size_t n)
{
    if (n > MAX_SIZE || ANY()) {
        return 0;
    }
    LARGE(n);
    return realloc(p, n);
}

// aligned_alloc: malloc
static void *qicc_aligned_alloc(size_t align, size_t n)
{
    if (n > MAX_SIZE || ANY()) {
        return 0;
    }
    LARGE(n);
    return malloc(n);
}

// strdup: malloc memcpy strlen
static char *qicc_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    char *d;
    if (ANY()) {
        return 0;
    }
    LARGE(n);
    d = malloc(n);
    memcpy(d, s, n);
    return d;
}

// strndup: malloc memcpy
static char *qicc_strndup(const char *s, size_t most)
{
    size_t n = 0;
    char *d;
    while (n < most && s[n] != 0) {
        n = n + 1;
    }
    if (ANY()) {
        return 0;
    }
    LARGE(n + 1);
    d = malloc(n + 1);
    memcpy(d, s, n);
    d[n] = 0;
    return d;
}

// mempcpy: memcpy
static void *qicc_mempcpy(void *d, const void *s, size_t n)
{
    memcpy(d, s, n);
    return (char *)d + n;
}

// __mempcpy_chk: memcpy
static void *qicc___mempcpy_chk(void *d, const void *s, size_t n, size_t room)
{
    memcpy(d, s, n);
    return (char *)d + n;
}

// stpcpy: strcpy strlen
static char *qicc_stpcpy(char *d, const char *s)
{
    strcpy(d, s);
    return d + strlen(s);
}

// __stpcpy_chk: strcpy strlen
static char *qicc___stpcpy_chk(char *d, const char *s, size_t room)
{
    strcpy(d, s);
    return d + strlen(s);
}

// bcopy: memmove
static void qicc_bcopy(const void *s, void *d, size_t n)
{
    memmove(d, s, n);
}

// bcmp: memcmp
static int qicc_bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

// memchr:
static void *qicc_memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    while (n != 0) {
        if (*p == (unsigned char)c) {
            return (void *)p;
        }
        p = p + 1;
        n = n - 1;
    }
    return 0;
}

// strspn:
static size_t qicc_strspn(const char *s, const char *set)
{
    size_t n = 0, i;
    while (s[n] != 0) {
        i = 0;
        while (set[i] != 0 && set[i] != s[n]) {
            i = i + 1;
        }
        if (set[i] == 0) {
            break;
        }
        n = n + 1;
    }
    return n;
}

// strcspn:
static size_t qicc_strcspn(const char *s, const char *set)
{
    size_t n = 0, i;
    while (s[n] != 0) {
        i = 0;
        while (set[i] != 0 && set[i] != s[n]) {
            i = i + 1;
        }
        if (set[i] != 0) {
            break;
        }
        n = n + 1;
    }
    return n;
}

// strpbrk:
static char *qicc_strpbrk(const char *s, const char *set)
{
    size_t i;
    while (*s != 0) {
        i = 0;
        while (set[i] != 0 && set[i] != *s) {
            i = i + 1;
        }
        if (set[i] != 0) {
            return (char *)s;
        }
        s = s + 1;
    }
    return 0;
}

// strstr:
static char *qicc_strstr(const char *s, const char *t)
{
    size_t i;
    while (1) {
        i = 0;
        while (t[i] != 0 && s[i] == t[i]) {
            i = i + 1;
        }
        if (t[i] == 0) {
            return (char *)s;
        }
        if (*s == 0) {
            return 0;
        }
        s = s + 1;
    }
}

// ctz:
static int qicc_ctz(unsigned int x)
{
    return __builtin_popcount(~x & (x - 1));
}

// ctzl:
static int qicc_ctzl(unsigned long x)
{
    return __builtin_popcountl(~x & (x - 1));
}

// ctzll:
static int qicc_ctzll(unsigned long long x)
{
    return __builtin_popcountll(~x & (x - 1));
}

// ffs:
static int qicc_ffs(int i)
{
    unsigned int x = i;
    return x == 0 ? 0 : __builtin_popcount(x ^ (x - 1));
}

// ffsl:
static int qicc_ffsl(long i)
{
    unsigned long x = i;
    return x == 0 ? 0 : __builtin_popcountl(x ^ (x - 1));
}

// ffsll:
static int qicc_ffsll(long long i)
{
    unsigned long long x = i;
    return x == 0 ? 0 : __builtin_popcountll(x ^ (x - 1));
}

// parity:
static int qicc_parity(unsigned int x)
{
    return __builtin_popcount(x) & 1;
}

// parityl:
static int qicc_parityl(unsigned long x)
{
    return __builtin_popcountl(x) & 1;
}

// parityll:
static int qicc_parityll(unsigned long long x)
{
    return __builtin_popcountll(x) & 1;
}

// clrsb:
static int qicc_clrsb(int i)
{
    unsigned int x = i < 0 ? ~i : i;
    return __builtin_clz(x << 1 | 1);
}

// clrsbl:
static int qicc_clrsbl(long i)
{
    unsigned long x = i < 0 ? ~i : i;
    return __builtin_clzl(x << 1 | 1);
}

// clrsbll:
static int qicc_clrsbll(long long i)
{
    unsigned long long x = i < 0 ? ~i : i;
    return __builtin_clzll(x << 1 | 1);
}
