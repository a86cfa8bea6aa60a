// && and || with side effects, in conditions, values, arguments, initialisers, nested with ?: and comma.
#include <stdio.h>

static char trace[200];
static int at;
static int t(char c, int v) { trace[at++] = c; return v; }
static void show(int v) { trace[at] = 0; printf("%s=%d\n", trace, v); at = 0; }

int main(void)
{
    show(t('a', 1) && t('b', 0) && t('c', 1));
    show(t('a', 0) || t('b', 5) || t('c', 1));
    show(t('a', 0) && t('b', 1) || t('c', 2));
    show((t('a', 1) || t('b', 1)) && t('c', 0));
    show(!(t('a', 1) && !t('b', 0)));
    show(t('a', 1) ? t('b', 0) ? 1 : t('c', 7) : t('d', 2));
    show((t('a', 3), t('b', 4)) + 1);
    int x = 0;
    x = x || t('a', 0) || (x = 5, t('b', x));
    show(x);
    int y = t('a', 2) && t('b', 3);
    show(y);
    int arr[3] = { t('a', 1) && 0, t('b', 0) || 2, t('c', 9) ? 8 : 9 };
    show(arr[0] * 100 + arr[1] * 10 + arr[2]);
    if (t('a', 0) || (t('b', 1) && t('c', 0)))
        show(-1);
    else
        show(1);
    while (t('w', at < 5) && t('x', 1))
        ;
    show(at);
    int i = 0;
    for (; i < 3 && t('f', 1) || i == 10; i++)
        ;
    show(i);
    do
        i--;
    while (t('d', i > 0) && t('e', 1));
    show(i);
    double d = 0.0;
    void *p = &d;
    show(d || p && !d);
    show((t('a', 1) && t('b', 1)) == 1);
    show((t('a', 5) || 1) + 1);
    int v = 3;
    v += t('a', 1) && t('b', 3);
    show(v);
    int r = 0;
    (void)(t('a', 1) && (r = 9));
    show(r);
    t('a', 0) || t('b', 1);
    show(0);
    return (t('a', 1) && t('b', 1)) << (t('c', 2) || 0);
}
