// Assertions in every position where they are expressions or statements, all true.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int calls;
static int ok(int v) { calls++; return v; }

int main(void)
{
    int i;
    for (i = 0; i < 3; i++)
        assert(i < 3);
    if (i == 3)
        assert(ok(1));
    else
        assert(0);
    assert(ok(1) && ok(2) || ok(0));
    int *p = &i;
    assert(p);
    assert(!0);
    assert(strcmp("a", "a") == 0);
    assert("text");
    assert(1.5);
    (assert(ok(1)), i++);
    int v = i > 2 ? (assert(i == 4), 10) : 20;
    printf("%d %d %d\n", i, v, calls);
    assert(({ int t = v; t == 10; }));
    switch (v) case 10: assert(v);
    do assert(v); while (0);
    return calls;
}
