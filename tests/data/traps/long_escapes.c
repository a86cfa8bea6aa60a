// CBMC takes a digit behind the three of an octal escape for a part of it.
#include <assert.h>
int main(void)
{
    static const unsigned char text[] = "\0011\3779";
    assert(text[1] == '1');   // => proved
    assert(text[3] != '9');   // => violated
    return 0;
}
