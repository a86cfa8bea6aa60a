// String literals: concatenation, escapes, embedded zeros, sizes, sharing, as arrays.
#include <stdio.h>
#include <string.h>

static char joined[] = "one" " " "two" "\0" "three";
static char octal[] = "\1" "23\0" "4\1234";
static const char *p = "tail" + 1;
static char hex[] = "\x41" "B\x43";

int main(void)
{
    printf("%d %d %s %s\n", (int)sizeof joined, (int)strlen(joined), joined, joined + 8);
    for (unsigned i = 0; i < sizeof octal; i++)
        printf("%d ", octal[i]);
    printf("\n%s %s\n", p, hex);
    printf("%d %d\n", (int)sizeof "", (int)sizeof "abc");
    printf("%c %c\n", "xyz"[1], 2["xyz"]);
    printf("%d\n", *"q");
    printf("tab\there \\ \"quoted\" \'single\' \? %% \a\b\f\v end\n");
    printf("bytes: ");
    for (const char *s = "\xe4\xbd\xa0 \xff\x80"; *s; s++)
        printf("%02x", (unsigned char)*s);
    printf("\n");
    printf("%s\n", "unicode: \u00e9 \U0001F600 and direct: é");
    char local[8] = "abc";
    for (int i = 0; i < 8; i++)
        printf("%d ", local[i]);
    printf("\n");
    printf("%s %s\n", __func__, __FUNCTION__);
    printf("%d\n", (int)sizeof __func__);
    const char *trigraph = "?" "?=";
    printf("%s\n", trigraph);
    printf("a\
b\n");
    char nul[] = "a\0b";
    printf("%d %d\n", (int)sizeof nul, nul[2]);
    printf("%s\n", "a" "b" + 0);
    return sizeof joined;
}
