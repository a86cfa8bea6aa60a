// _Bool: conversion, arithmetic, increments, compound assignment, bit-fields, arrays.
#include <stdbool.h>
#include <stdio.h>

struct flags { _Bool a : 1; bool b; _Bool c : 1; };

static bool odd(int n) { return n & 1; }
static bool from_pointer(const void *p) { return p; }
static bool from_double(double d) { return d; }

int main(void)
{
    bool b = false;
    b++;
    printf("%d\n", b);
    b++;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b += 5;
    printf("%d\n", b);
    b *= 2;
    printf("%d\n", b);
    b ^= 1;
    printf("%d\n", b);
    b |= 256;
    printf("%d\n", b);
    b -= 1;
    printf("%d\n", b);
    b = 0.001;
    printf("%d\n", b);
    b = -0.0;
    printf("%d\n", b);
    b--;
    b = !b;
    printf("%d\n", b);
    struct flags f = { 2, 4, 6 };
    printf("%d %d %d\n", f.a, f.b, f.c);
    f.a = 0;
    f.c += 1;
    printf("%d %d %d\n", f.a, f.b, f.c);
    printf("%d %d\n", odd(7), odd(8));
    printf("%d %d\n", from_pointer(&b), from_pointer(0));
    printf("%d %d\n", from_double(0.5), from_double(0));
    bool arr[3] = { 1, 0, 9 };
    printf("%d %d\n", arr[0] + arr[1] + arr[2], (int)sizeof arr);
    return arr[2];
}
