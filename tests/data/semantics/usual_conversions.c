// The usual arithmetic conversions between every pair of ranks and signs.
#include <stdio.h>

#define SHOW(e) printf("%-16s size %d value %lld\n", #e, (int)sizeof(e), (long long)(e))

int main(void)
{
    int i = -1;
    unsigned u = 1;
    long l = -2;
    unsigned long ul = 2;
    long long ll = -3;
    unsigned long long ull = 3;
    float f = 1.5f;
    double d = 2.5;

    SHOW(i + u);
    SHOW(l + u);
    SHOW(i + l);
    SHOW(ll + ul);
    SHOW(ll + ull);
    SHOW(i + ull);
    SHOW(u + l);
    SHOW(i < u);
    SHOW(l < u);
    SHOW(l < ul);
    SHOW(ll < ul);
    SHOW(i / 2u);
    SHOW(l / 2u);
    SHOW(i % 7u);
    SHOW(i + f);
    SHOW(f + d);
    SHOW(ull * d);
    SHOW((1 ? i : u) / 2);
    SHOW((0 ? 1.0 : 3) / 2);
    return i < u;
}
