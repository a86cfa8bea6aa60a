// Character constants: escapes, multi-character, wide and Unicode ones.
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d %d\n", '\\', '\'', '\"', '"', '\?');
    printf("%d %d %d %d\n", '\0', '\7', '\101', '\377');
    printf("%d %d %d\n", '\x41', '\xff', '\x7f');
    printf("%d\n", '\e');
    printf("%d %d\n", 'ab', 'abcd');
    printf("%d\n", '\1\2');
    printf("%d\n", '\377\377');
    printf("%d %d\n", (int)sizeof('a'), (int)sizeof(L'a'));
    printf("%d %d %d\n", (int)L'a', (int)L'\x263a', (int)L'\u00e9');
    printf("%d %d\n", (int)u'\u20ac', (int)U'\U0001f600');
    printf("%d %d\n", (int)sizeof(u'a'), (int)sizeof(U'a'));
    printf("%d\n", 'a' == 97 && 'z' - 'a' == 25);
    printf("%d\n", '\377' < 0);
    return '*';
}
