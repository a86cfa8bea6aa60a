// Text handling: case conversion, counting, reversing, parsing numbers by hand, with plain char arithmetic.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *upper(char *s) { for (char *p = s; *p; p++) if (*p >= 'a' && *p <= 'z') *p -= 'a' - 'A'; return s; }
static char *rot13(char *s) { for (char *p = s; *p; ++p) if (isalpha((unsigned char)*p)) *p = (*p | 32) < 'n' ? *p + 13 : *p - 13; return s; }
static int words(const char *s) { int n = 0, in = 0; for (; *s; s++) if (isspace((unsigned char)*s)) in = 0; else if (!in) in = 1, n++; return n; }
static unsigned parse(const char *s) { unsigned v = 0; while (isxdigit((unsigned char)*s)) { v = v << 4 | (isdigit((unsigned char)*s) ? *s - '0' : tolower((unsigned char)*s) - 'a' + 10); s++; } return v; }
static void itoa_(int v, char *out, int base) { char tmp[33], *t = tmp; unsigned u = v < 0 ? -(unsigned)v : (unsigned)v; do *t++ = "0123456789abcdef"[u % base]; while (u /= base); if (v < 0) *out++ = '-'; while (t > tmp) *out++ = *--t; *out = '\0'; }

int main(void)
{
    char buf[40] = "Hello, World 42";
    printf("%s\n", upper(buf));
    printf("%s\n", rot13(buf));
    printf("%d %u\n", words("  three little words "), parse("1aFz"));
    itoa_(-255, buf, 16);
    printf("%s ", buf);
    itoa_(-2147483647 - 1, buf, 10);
    printf("%s\n", buf);
    int counts[26] = { 0 };
    for (const char *p = "the quick brown fox"; *p; p++)
        if (isalpha((unsigned char)*p))
            counts[*p - 'a']++;
    printf("%d %d\n", counts['o' - 'a'], counts['z' - 'a']);
    return words("a b c d");
}
