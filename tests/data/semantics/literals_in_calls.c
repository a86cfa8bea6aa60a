// Strings, compound literals and conversions as arguments; pointers into them kept during the block.
#include <stdio.h>
#include <string.h>

static int len(const char *s) { return s ? (int)strlen(s) : -1; }
static char first(const char s[static 1]) { return *s; }
static int sum(int n, int (*a)[3]) { int s = 0; for (int i = 0; i < n; i++) s += (*a)[i]; return s; }
static const char *tail(const char *s, int n) { return s + n; }

int main(void)
{
    printf("%d %d %d\n", len("four"), len(""), len(0));
    printf("%c %c\n", first("xyz"), "abc"[len("a")]);
    printf("%d\n", sum(3, &(int[3]){ 1, 2, 3 }));
    printf("%s\n", tail("abcdef", len("abc")));
    const char *a = "same", *b = "same";
    printf("%d\n", strcmp(a, b));
    char *m = (char[8]){ "mut" };
    m[3] = 'e';
    printf("%s\n", m);
    printf("%s\n", (const char *[]){ "x", "y", "z" }[1]);
    printf("%.1f\n", (double)len("ab") / 4);
    char buf[16];
    return len(strcat(strcpy(buf, "abc"), (char[]){ 'd', 'e', 0 }));
}
