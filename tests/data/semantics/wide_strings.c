// Wide and Unicode strings: element types, lengths, escapes, concatenation with narrow ones.
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

static wchar_t w[] = L"wide \u263a" L"!";
static const wchar_t *pw = L"pointer";
static char16_t u16[] = u"\U0001f600x";
static char32_t u32[] = U"\U0001f600x";
static char u8s[] = u8"\u20ac";
static wchar_t mixed[] = L"ab" "cd";
static wchar_t sized[10] = L"xy";

int main(void)
{
    printf("%d %d\n", (int)(sizeof w / sizeof *w), (int)w[5]);
    printf("%d %d\n", (int)wcslen(pw), (int)pw[3]);
    printf("%d %x %x %x\n", (int)(sizeof u16 / 2), u16[0], u16[1], u16[2]);
    printf("%d %x\n", (int)(sizeof u32 / 4), (unsigned)u32[0]);
    printf("%d %02x%02x%02x\n", (int)sizeof u8s, (unsigned char)u8s[0], (unsigned char)u8s[1], (unsigned char)u8s[2]);
    printf("%d %d\n", (int)wcslen(mixed), (int)mixed[3]);
    printf("%d %d\n", (int)sized[1], (int)sized[9]);
    wchar_t local[] = { L'a', L'b', 0 };
    printf("%d %d\n", wcscmp(local, L"ab"), wcscmp(local, L"ac") < 0);
    printf("%d\n", (int)sizeof(L"abc"));
    printf("%d\n", L'\xff' == 255);
    wchar_t neg = -1;
    printf("%d\n", neg < 0);
    return wcslen(w);
}
