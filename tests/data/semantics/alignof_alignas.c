// _Alignof, __alignof__ of types and objects, _Alignas and aligned attributes on objects.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

static char a1 __attribute__((aligned(64)));
static _Alignas(32) int a2;
static alignas(double) char a3;
struct __attribute__((aligned(16))) s { char c; };
typedef int aligned_int __attribute__((aligned(16)));
struct t { char c; aligned_int i; };

#define ALIGNED(o, n) ((uintptr_t)&(o) % (n) == 0)

int main(void)
{
    printf("%d %d %d %d\n", (int)_Alignof(char), (int)_Alignof(short), (int)alignof(int), (int)_Alignof(float));
    printf("%d %d\n", (int)_Alignof(struct s), (int)sizeof(struct s));
    printf("%d %d\n", (int)__alignof__(int), (int)__alignof__(a1));
    printf("%d %d %d\n", ALIGNED(a1, 64), ALIGNED(a2, 32), ALIGNED(a3, _Alignof(double)));
    _Alignas(128) char local[3];
    char other[5] __attribute__((aligned(32)));
    printf("%d %d\n", ALIGNED(local, 128), ALIGNED(other, 32));
    printf("%d %d\n", (int)sizeof local, (int)sizeof other);
    struct s arr[3];
    printf("%d %d\n", (int)sizeof arr, ALIGNED(arr[1], 16));
    printf("%d %d\n", (int)sizeof(struct t), (int)__builtin_offsetof(struct t, i));
    printf("%d\n", (int)_Alignof(int[5]));
    static _Alignas(16) _Alignas(8) short sh;
    return ALIGNED(sh, 16);
}
