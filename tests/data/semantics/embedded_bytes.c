// String and character data with every byte value; escapes printed back exactly.
#include <stdio.h>
#include <string.h>

static const unsigned char all[] =
    "\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37"
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\177"
    "\200\201\202\203\204\205\206\207\210\211\212\213\214\215\216\217\220\221\222\223\224\225\226\227"
    "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff" "0f" "\x0" "1" "\1" "8??/??)";

int main(void)
{
    unsigned h = 0;
    for (unsigned i = 0; i < sizeof all; i++)
        h = h * 31 + all[i];
    printf("%d %u\n", (int)sizeof all, h);
    printf("%s\n", (const char *)all + 32);
    printf("%d\n", (int)strlen((const char *)all + 1));
    printf("?" "?= \?\?= %%s \"\\n\"\n");
    char c[] = { '\'', '"', '\\', '\0', '?', '%' };
    for (unsigned i = 0; i < sizeof c; i++)
        printf("%d ", c[i]);
    printf("\n");
    return all[150] & 0x7f;
}
