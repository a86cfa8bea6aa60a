// memcpy, memset and friends in builtin spelling and through string.h, overlapping moves.
#include <stdio.h>
#include <string.h>

struct s { int a; char b[12]; double d; };

int main(void)
{
    char buf[32];
    __builtin_memset(buf, 'x', 31);
    buf[31] = 0;
    __builtin_memcpy(buf + 2, "abc", 3);
    puts(buf);
    memmove(buf + 1, buf, 10);
    puts(buf);
    printf("%d %d\n", __builtin_memcmp("abc", "abd", 3) < 0, __builtin_strcmp("a", "a"));
    struct s a = { 1, "text", 2.5 }, b;
    memcpy(&b, &a, sizeof b);
    printf("%d %s %.1f\n", b.a, b.b, b.d);
    memset(&b, 0, sizeof b);
    printf("%d %d %.1f\n", b.a, b.b[0], b.d);
    printf("%d\n", memcmp(&a, &a, sizeof a));
    char *p = __builtin_strchr("find", 'n');
    printf("%s\n", p);
    printf("%s\n", __builtin_strcpy(buf, "copied"));
    printf("%d\n", (int)(strlen(buf) + strlen("")));
    strcat(strcpy(buf, "one"), "two");
    puts(buf);
    printf("%s\n", strstr("haystack with needle", "needle"));
    printf("%d %d\n", strncmp("abcdef", "abcxyz", 3), strncmp("abcdef", "abcxyz", 4) < 0);
    char words[] = "split these words";
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
        printf("[%s]", w);
    printf("\n");
    unsigned char bytes[4];
    unsigned v = 0xdeadbeef;
    memcpy(bytes, &v, 4);
    printf("%02x%02x%02x%02x\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    return (int)strcspn("hello world", " ");
}
