// A local declared in a loop is a fresh object each time: initialised again, its address may differ, goto back too.
#include <stdio.h>

static int sum_of(int *p) { return p[0] + p[1] + p[2]; }

int main(void)
{
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int arr[3] = { i };
        total += sum_of(arr);
        arr[1] = arr[2] = 100;
        struct { int a, b; } s = { .b = i };
        total += s.a;
        s.a = 1000;
        char str[8] = "ab";
        total += str[2];
        str[2] = 'x';
        static int kept;
        kept++;
        if (i == 2)
            total += kept * 10;
    }
    printf("%d\n", total);
    int n = 0;
again:;
    int v[2] = { 0 };
    v[1]++;
    total += v[1];
    if (n++ < 3)
        goto again;
    printf("%d\n", total);
    int k = 0;
    while (k < 2) {
        int zero[50] = { 0 }, z2[2][2] = { { 1 }, { 0, 2 } };
        for (int i = 0; i < 50; i++)
            total += zero[i]++;
        total += z2[0][0] + z2[1][1] + z2[0][1];
        z2[0][1] = 99;
        zero[k] = 7;
        k++;
    }
    do {
        int once = 5;
        total += once++;
    } while (++k < 5);
    return total;
}
