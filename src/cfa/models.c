// What functions of the C library, and builtins of compilers, do, where verifiers do not know it, or know it wrongly. See
// models.rs for what the words in capitals mean.

// (true):
static int qicc_true(void)
{
    int any = ANY(int);
    return any == 0 ? 1 : any;
}

// (from): malloc
static void *qicc_from(void **kept)
{
    size_t n = ANY(size_t);
    void *p;
    if (ANY(int)) {
        return ANY(int) ? 0 : (void *)-1;
    }
    if (*kept != 0 && ALIVE(*kept) && ANY(int)) {
        HAVOC(*kept);
        return *kept;
    }
    p = malloc(n > MOST ? MOST : n);
    if (ANY(int)) {
        *kept = p;
    }
    return p;
}

// (div):
static double qicc_div(double x, double y)
{
    int any = ANY(int);
    double z = any ? y : 2;
    __CPROVER_assume(any != 0);
    return x / z;
}

// (divf):
static float qicc_divf(float x, float y)
{
    int any = ANY(int);
    float z = any ? y : 2;
    __CPROVER_assume(any != 0);
    return x / z;
}

// (constdiv): qicc_div
static double qicc_constdiv(double x, double y)
{
    union { double value; unsigned long long bits; } n, d;
    unsigned long long i, j, a, b;
    n.value = x;
    d.value = y;
    i = n.bits >> 52 & 2047;
    j = d.bits >> 52 & 2047;
    a = n.bits & 0xfffffffffffffULL | 0x10000000000000ULL;
    b = d.bits & 0xfffffffffffffULL | 0x10000000000000ULL;
    a = (a << 9) % b;
    a = (a << 9) % b;
    a = (a << 9) % b;
    a = (a << 9) % b;
    a = (a << 9) % b;
    a = (a << 9) % b;
    return i - 1 < 2046 && j - 1 < 2046 && i - j + 1000 <= 2000 && a - 1 >= 7 ? x / y : qicc_div(x, y);
}

// (constdivf): qicc_divf
static float qicc_constdivf(float x, float y)
{
    union { float value; unsigned int bits; } n, d;
    unsigned int i, j;
    unsigned long long a, b;
    n.value = x;
    d.value = y;
    i = n.bits >> 23 & 255;
    j = d.bits >> 23 & 255;
    a = n.bits & 0x7fffff | 0x800000;
    b = d.bits & 0x7fffff | 0x800000;
    a = (a << 25) % b;
    return i - 1 < 254 && j - 1 < 254 && i - j + 100 <= 200 && a - 1 >= 7 ? x / y : qicc_divf(x, y);
}

// __errno_location:
static int *qicc___errno_location(void)
{
    static int known, value;
    if (!known) {
        known = 1;
        value = ANY(int);
    }
    return &value;
}

// __ctype_b_loc:
static const unsigned short **qicc___ctype_b_loc(void)
{
    static const unsigned short table[384] = {[128] =
        2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
        24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
        55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
        49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
        50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
        49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
        50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2};
    static const unsigned short *zero;
    zero = table + 128;
    return &zero;
}

// malloc: malloc
static void *qicc_malloc(size_t n)
{
    if (n > MAX_SIZE || ANY(int)) {
        return 0;
    }
    LARGE(n);
    return malloc(n);
}

// calloc: calloc
static void *qicc_calloc(size_t n, size_t size)
{
    if ((size != 0 && n > MAX_SIZE / size) || ANY(int)) {
        return 0;
    }
    LARGE(n * size);
    return calloc(n, size);
}

// realloc: realloc free
static void *qicc_realloc(void *p, size_t n)
{
    if (n == 0 && p != 0 && ANY(int)) {
        free(p);
        return 0;
    }
    if (n > MAX_SIZE || ANY(int)) {
        return 0;
    }
    LARGE(n);
    return realloc(p, n);
}

// reallocarray: qicc_realloc
static void *qicc_reallocarray(void *p, size_t n, size_t size)
{
    if (size != 0 && n > MAX_SIZE / size) {
        return 0;
    }
    return qicc_realloc(p, n * size);
}

// aligned_alloc: qicc_malloc
static void *qicc_aligned_alloc(size_t align, size_t n)
{
    return qicc_malloc(n);
}

// memalign: qicc_malloc
static void *qicc_memalign(size_t align, size_t n)
{
    return qicc_malloc(n);
}

// valloc: qicc_malloc
static void *qicc_valloc(size_t n)
{
    return qicc_malloc(n);
}

// posix_memalign: qicc_malloc
static int qicc_posix_memalign(void **p, size_t align, size_t n)
{
    void *made = qicc_malloc(n);
    if (made == 0) {
        return ANY(int) ? 12 : 22;
    }
    *p = made;
    return 0;
}

// memcpy:
static void *qicc_memcpy(void *d, const void *s, size_t n)
{
    size_t i = 0;
    while (i < n) {
        ((char *)d)[i] = ((const char *)s)[i];
        i = i + 1;
    }
    return d;
}

// memmove:
static void *qicc_memmove(void *d, const void *s, size_t n)
{
    size_t i = 0;
    if (d == s) {
        return d;
    }
    if ((const char *)d < (const char *)s) {
        while (i < n) {
            ((char *)d)[i] = ((const char *)s)[i];
            i = i + 1;
        }
        return d;
    }
    while (n != 0) {
        n = n - 1;
        ((char *)d)[n] = ((const char *)s)[n];
    }
    return d;
}

// memset:
static void *qicc_memset(void *d, int c, size_t n)
{
    size_t i = 0;
    while (i < n) {
        ((unsigned char *)d)[i] = (unsigned char)c;
        i = i + 1;
    }
    return d;
}

// bzero: qicc_memset
static void qicc_bzero(void *d, size_t n)
{
    qicc_memset(d, 0, n);
}

// explicit_bzero: qicc_memset
static void qicc_explicit_bzero(void *d, size_t n)
{
    qicc_memset(d, 0, n);
}

// mempcpy: qicc_memcpy
static void *qicc_mempcpy(void *d, const void *s, size_t n)
{
    qicc_memcpy(d, s, n);
    return (char *)d + n;
}

// __mempcpy_chk: qicc_memcpy
static void *qicc___mempcpy_chk(void *d, const void *s, size_t n, size_t room)
{
    qicc_memcpy(d, s, n);
    return (char *)d + n;
}

// bcopy: qicc_memmove
static void qicc_bcopy(const void *s, void *d, size_t n)
{
    qicc_memmove(d, s, n);
}

// (sign): qicc_true
static int qicc_sign(int less, int more)
{
    int any = qicc_true();
    if (less) {
        return any < 0 ? any : -1;
    }
    if (more) {
        return any > 0 ? any : 1;
    }
    return 0;
}

// memcmp: qicc_sign
static int qicc_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    size_t i = 0;
    while (i < n && p[i] == q[i]) {
        i = i + 1;
    }
    return i == n ? 0 : qicc_sign(p[i] < q[i], p[i] > q[i]);
}

// bcmp: qicc_true
static int qicc_bcmp(const void *a, const void *b, size_t n)
{
    const char *p = a, *q = b;
    size_t i = 0;
    while (i < n && p[i] == q[i]) {
        i = i + 1;
    }
    return i == n ? 0 : qicc_true();
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

// memrchr:
static void *qicc_memrchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    while (n != 0) {
        n = n - 1;
        if (p[n] == (unsigned char)c) {
            return (void *)(p + n);
        }
    }
    return 0;
}

// memmem:
static void *qicc_memmem(const void *s, size_t n, const void *t, size_t m)
{
    const char *p = s, *q = t;
    size_t at = 0, i;
    while (m <= n && at <= n - m) {
        i = 0;
        while (i < m && p[at + i] == q[i]) {
            i = i + 1;
        }
        if (i == m) {
            return (void *)(p + at);
        }
        at = at + 1;
    }
    return 0;
}

// strlen:
static size_t qicc_strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != 0) {
        n = n + 1;
    }
    return n;
}

// strnlen:
static size_t qicc_strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n] != 0) {
        n = n + 1;
    }
    return n;
}

// stpcpy:
static char *qicc_stpcpy(char *d, const char *s)
{
    size_t i = 0;
    while (s[i] != 0) {
        d[i] = s[i];
        i = i + 1;
    }
    d[i] = 0;
    return d + i;
}

// __stpcpy_chk: qicc_stpcpy
static char *qicc___stpcpy_chk(char *d, const char *s, size_t room)
{
    return qicc_stpcpy(d, s);
}

// strcpy: qicc_stpcpy
static char *qicc_strcpy(char *d, const char *s)
{
    qicc_stpcpy(d, s);
    return d;
}

// strcat: qicc_strlen qicc_stpcpy
static char *qicc_strcat(char *d, const char *s)
{
    qicc_stpcpy(d + qicc_strlen(d), s);
    return d;
}

// stpncpy:
static char *qicc_stpncpy(char *d, const char *s, size_t n)
{
    size_t i = 0, end;
    while (i < n && s[i] != 0) {
        d[i] = s[i];
        i = i + 1;
    }
    end = i;
    while (i < n) {
        d[i] = 0;
        i = i + 1;
    }
    return d + end;
}

// strncpy: qicc_stpncpy
static char *qicc_strncpy(char *d, const char *s, size_t n)
{
    qicc_stpncpy(d, s, n);
    return d;
}

// strncat: qicc_strlen
static char *qicc_strncat(char *d, const char *s, size_t n)
{
    char *end = d + qicc_strlen(d);
    size_t i = 0;
    while (i < n && s[i] != 0) {
        end[i] = s[i];
        i = i + 1;
    }
    end[i] = 0;
    return d;
}

// strlcpy: qicc_strlen
static size_t qicc_strlcpy(char *d, const char *s, size_t n)
{
    size_t i = 0;
    while (i + 1 < n && s[i] != 0) {
        d[i] = s[i];
        i = i + 1;
    }
    if (n != 0) {
        d[i] = 0;
    }
    return qicc_strlen(s);
}

// strlcat: qicc_strnlen qicc_strlcpy
static size_t qicc_strlcat(char *d, const char *s, size_t n)
{
    size_t used = qicc_strnlen(d, n);
    return used + qicc_strlcpy(d + used, s, n - used);
}

// strcmp: qicc_sign
static int qicc_strcmp(const char *a, const char *b)
{
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    size_t i = 0;
    while (p[i] != 0 && p[i] == q[i]) {
        i = i + 1;
    }
    return qicc_sign(p[i] < q[i], p[i] > q[i]);
}

// strncmp: qicc_sign
static int qicc_strncmp(const char *a, const char *b, size_t n)
{
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    size_t i = 0;
    while (i < n && p[i] != 0 && p[i] == q[i]) {
        i = i + 1;
    }
    return i == n ? 0 : qicc_sign(p[i] < q[i], p[i] > q[i]);
}

// (folded):
static unsigned char qicc_folded(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

// strncasecmp: qicc_sign qicc_folded
static int qicc_strncasecmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    unsigned char x, y;
    while (i < n) {
        x = qicc_folded(a[i]);
        y = qicc_folded(b[i]);
        if (x == 0 || x != y) {
            return qicc_sign(x < y, x > y);
        }
        i = i + 1;
    }
    return 0;
}

// strcasecmp: qicc_strncasecmp
static int qicc_strcasecmp(const char *a, const char *b)
{
    return qicc_strncasecmp(a, b, -1);
}

// strcoll:
static int qicc_strcoll(const char *a, const char *b)
{
    return ANY(int);
}

// strchrnul:
static char *qicc_strchrnul(const char *s, int c)
{
    while (*s != 0 && *s != (char)c) {
        s = s + 1;
    }
    return (char *)s;
}

// strchr: qicc_strchrnul
static char *qicc_strchr(const char *s, int c)
{
    char *end = qicc_strchrnul(s, c);
    return *end == (char)c ? end : 0;
}

// index: qicc_strchr
static char *qicc_index(const char *s, int c)
{
    return qicc_strchr(s, c);
}

// strrchr:
static char *qicc_strrchr(const char *s, int c)
{
    const char *found = 0;
    while (*s != 0) {
        if (*s == (char)c) {
            found = s;
        }
        s = s + 1;
    }
    return (char *)((char)c == 0 ? s : found);
}

// rindex: qicc_strrchr
static char *qicc_rindex(const char *s, int c)
{
    return qicc_strrchr(s, c);
}

// (one):
static int qicc_one(const char *set, char c)
{
    size_t i = 0;
    while (set[i] != 0 && set[i] != c) {
        i = i + 1;
    }
    return set[i] != 0;
}

// strspn: qicc_one
static size_t qicc_strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0 && qicc_one(set, s[n])) {
        n = n + 1;
    }
    return n;
}

// strcspn: qicc_one
static size_t qicc_strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0 && !qicc_one(set, s[n])) {
        n = n + 1;
    }
    return n;
}

// strpbrk: qicc_strcspn
static char *qicc_strpbrk(const char *s, const char *set)
{
    s = s + qicc_strcspn(s, set);
    return *s == 0 ? 0 : (char *)s;
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

// strcasestr: qicc_folded
static char *qicc_strcasestr(const char *s, const char *t)
{
    size_t i;
    while (1) {
        i = 0;
        while (t[i] != 0 && qicc_folded(s[i]) == qicc_folded(t[i])) {
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

// strtok_r: qicc_strspn qicc_strcspn
static char *qicc_strtok_r(char *s, const char *set, char **rest)
{
    char *end;
    if (s == 0) {
        s = *rest;
    }
    s = s + qicc_strspn(s, set);
    end = s + qicc_strcspn(s, set);
    if (s == end) {
        *rest = end;
        return 0;
    }
    if (*end != 0) {
        *end = 0;
        end = end + 1;
    }
    *rest = end;
    return s;
}

// strtok: qicc_from qicc_strtok_r
static char *qicc_strtok(char *s, const char *set)
{
    static char *rest;
    static void *kept;
    if (s == 0 && rest == 0) {
        return qicc_from(&kept);
    }
    return qicc_strtok_r(s, set, &rest);
}

// strsep: qicc_strcspn
static char *qicc_strsep(char **rest, const char *set)
{
    char *s = *rest;
    if (s != 0) {
        char *end = s + qicc_strcspn(s, set);
        *rest = *end == 0 ? 0 : end + 1;
        *end = 0;
    }
    return s;
}

// strndup: malloc qicc_strnlen qicc_memcpy
static char *qicc_strndup(const char *s, size_t most)
{
    size_t n = qicc_strnlen(s, most);
    char *d;
    if (ANY(int)) {
        return 0;
    }
    LARGE(n + 1);
    d = malloc(n + 1);
    qicc_memcpy(d, s, n);
    d[n] = 0;
    return d;
}

// strdup: qicc_strndup
static char *qicc_strdup(const char *s)
{
    return qicc_strndup(s, -1);
}

// (number): qicc_strlen
static void qicc_number(const char *s, char **end, int base)
{
    size_t n = ANY(size_t), most;
    if (end != 0 && (base == 0 || (base >= 2 && base <= 36) || ANY(int))) {
        most = qicc_strlen(s);
        *end = (char *)s + (n > most ? most : n);
    }
}

// strtol: qicc_number
static long qicc_strtol(const char *s, char **end, int base)
{
    qicc_number(s, end, base);
    return ANY(long);
}

// strtoul: qicc_number
static unsigned long qicc_strtoul(const char *s, char **end, int base)
{
    qicc_number(s, end, base);
    return ANY(unsigned long);
}

// strtoll: qicc_number
static long long qicc_strtoll(const char *s, char **end, int base)
{
    qicc_number(s, end, base);
    return ANY(long long);
}

// strtoull: qicc_number
static unsigned long long qicc_strtoull(const char *s, char **end, int base)
{
    qicc_number(s, end, base);
    return ANY(unsigned long long);
}

// isalpha: qicc_true
static int qicc_isalpha(int c)
{
    return c < 0 || c > 127 ? ANY(int) : (c | 32) >= 'a' && (c | 32) <= 'z' ? qicc_true() : 0;
}

// isdigit: qicc_true
static int qicc_isdigit(int c)
{
    return c >= '0' && c <= '9' ? qicc_true() : 0;
}

// isalnum: qicc_true
static int qicc_isalnum(int c)
{
    int letter = (c | 32) >= 'a' && (c | 32) <= 'z';
    return c < 0 || c > 127 ? ANY(int) : letter || (c >= '0' && c <= '9') ? qicc_true() : 0;
}

// isxdigit: qicc_true
static int qicc_isxdigit(int c)
{
    int letter = (c | 32) >= 'a' && (c | 32) <= 'f';
    return c < 0 || c > 127 ? ANY(int) : letter || (c >= '0' && c <= '9') ? qicc_true() : 0;
}

// isupper: qicc_true
static int qicc_isupper(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c >= 'A' && c <= 'Z' ? qicc_true() : 0;
}

// islower: qicc_true
static int qicc_islower(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c >= 'a' && c <= 'z' ? qicc_true() : 0;
}

// isspace: qicc_true
static int qicc_isspace(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c == ' ' || (c >= 9 && c <= 13) ? qicc_true() : 0;
}

// isblank: qicc_true
static int qicc_isblank(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c == ' ' || c == 9 ? qicc_true() : 0;
}

// isprint: qicc_true
static int qicc_isprint(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c >= ' ' && c <= '~' ? qicc_true() : 0;
}

// isgraph: qicc_true
static int qicc_isgraph(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c > ' ' && c <= '~' ? qicc_true() : 0;
}

// iscntrl: qicc_true
static int qicc_iscntrl(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c < ' ' || c == 127 ? qicc_true() : 0;
}

// ispunct: qicc_true
static int qicc_ispunct(int c)
{
    int other = (c | 32) < 'a' || (c | 32) > 'z';
    return c < 0 || c > 127 ? ANY(int) : other && c > ' ' && c <= '~' && (c < '0' || c > '9') ? qicc_true() : 0;
}

// tolower:
static int qicc_tolower(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c >= 'A' && c <= 'Z' ? c + 32 : c;
}

// toupper:
static int qicc_toupper(int c)
{
    return c < 0 || c > 127 ? ANY(int) : c >= 'a' && c <= 'z' ? c - 32 : c;
}

// trunc: copysign
static double qicc_trunc(double x)
{
    return x > -4503599627370496.0 && x < 4503599627370496.0 ? copysign((double)(long long)x, x) : x;
}

// floor: qicc_trunc
static double qicc_floor(double x)
{
    double t = qicc_trunc(x);
    return t > x ? t - 1 : t;
}

// ceil: qicc_trunc
static double qicc_ceil(double x)
{
    double t = qicc_trunc(x);
    return t < x ? t + 1 : t;
}

// round: qicc_trunc
static double qicc_round(double x)
{
    double t = qicc_trunc(x);
    return x - t >= 0.5 ? t + 1 : x - t <= -0.5 ? t - 1 : t;
}

// truncf: qicc_trunc
static float qicc_truncf(float x)
{
    return (float)qicc_trunc((double)x);
}

// floorf: qicc_floor
static float qicc_floorf(float x)
{
    return (float)qicc_floor((double)x);
}

// ceilf: qicc_ceil
static float qicc_ceilf(float x)
{
    return (float)qicc_ceil((double)x);
}

// roundf: qicc_round
static float qicc_roundf(float x)
{
    return (float)qicc_round((double)x);
}

// fmax:
static double qicc_fmax(double a, double b)
{
    return a != a || a < b ? b : b != b || b < a || ANY(int) ? a : b;
}

// fmin:
static double qicc_fmin(double a, double b)
{
    return a != a || a > b ? b : b != b || b > a || ANY(int) ? a : b;
}

// fmaxf:
static float qicc_fmaxf(float a, float b)
{
    return a != a || a < b ? b : b != b || b < a || ANY(int) ? a : b;
}

// fminf:
static float qicc_fminf(float a, float b)
{
    return a != a || a > b ? b : b != b || b > a || ANY(int) ? a : b;
}

// sqrt:
static double qicc_sqrt(double x)
{
    double root = ANY(double);
    return x > 0 ? (root > 0 ? root : x) : x == 0 ? x : (x - x) / (x - x);
}

// __builtin_clz:
static int qicc_clz(unsigned int x)
{
    return x == 0 ? ANY(int) : __builtin_clz(x);
}

// __builtin_clzl:
static int qicc_clzl(unsigned long x)
{
    return x == 0 ? ANY(int) : __builtin_clzl(x);
}

// __builtin_clzll:
static int qicc_clzll(unsigned long long x)
{
    return x == 0 ? ANY(int) : __builtin_clzll(x);
}

// abs:
static int qicc_abs(int x)
{
    return x >= 0 ? x : x == -x ? ANY(int) : -x;
}

// labs:
static long qicc_labs(long x)
{
    return x >= 0 ? x : x == -x ? ANY(long) : -x;
}

// llabs:
static long long qicc_llabs(long long x)
{
    return x >= 0 ? x : x == -x ? ANY(long long) : -x;
}

// __builtin_ctz:
static int qicc_ctz(unsigned int x)
{
    return x == 0 ? ANY(int) : __builtin_popcount(~x & (x - 1));
}

// __builtin_ctzl:
static int qicc_ctzl(unsigned long x)
{
    return x == 0 ? ANY(int) : __builtin_popcountl(~x & (x - 1));
}

// __builtin_ctzll:
static int qicc_ctzll(unsigned long long x)
{
    return x == 0 ? ANY(int) : __builtin_popcountll(~x & (x - 1));
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

// __builtin_parity:
static int qicc_parity(unsigned int x)
{
    return __builtin_popcount(x) & 1;
}

// __builtin_parityl:
static int qicc_parityl(unsigned long x)
{
    return __builtin_popcountl(x) & 1;
}

// __builtin_parityll:
static int qicc_parityll(unsigned long long x)
{
    return __builtin_popcountll(x) & 1;
}

// __builtin_clrsb:
static int qicc_clrsb(int i)
{
    unsigned int x = i < 0 ? ~i : i;
    return __builtin_clz(x << 1 | 1);
}

// __builtin_clrsbl:
static int qicc_clrsbl(long i)
{
    unsigned long x = i < 0 ? ~i : i;
    return __builtin_clzl(x << 1 | 1);
}

// __builtin_clrsbll:
static int qicc_clrsbll(long long i)
{
    unsigned long long x = i < 0 ? ~i : i;
    return __builtin_clzll(x << 1 | 1);
}
