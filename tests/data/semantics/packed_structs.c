// __attribute__((packed)) on records and members, and #pragma pack with push and pop.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) p1 { char c; int i; short s; long long l; };
struct p2 { char c; int i __attribute__((packed)); double d; };
struct p3 { char c; struct p1 inner; int j; } __attribute__((__packed__));
struct __attribute__((packed)) pb { unsigned a : 3; unsigned b : 13; unsigned c : 20; char d; };
struct __attribute__((packed, aligned(4))) pa { char c; short s; };
union __attribute__((packed)) pu { int i; char c[5]; };
#pragma pack(push, 2)
struct q1 { char c; int i; double d; };
#pragma pack(push)
#pragma pack(1)
struct q2 { char c; int i; };
#pragma pack(pop)
struct q3 { char c; int i; };
#pragma pack(pop)
struct q4 { char c; int i; };
#pragma pack(4)
struct q5 { char c; long long l; };
#pragma pack()
struct q6 { char c; long long l; };

#define S(t) printf(#t ": %d %d\n", (int)sizeof(t), (int)_Alignof(t))

int main(void)
{
    S(struct p1); S(struct p2); S(struct p3); S(struct pb); S(struct pa); S(union pu);
    S(struct q1); S(struct q2); S(struct q3); S(struct q4); S(struct q5); S(struct q6);
    printf("%d %d %d\n", (int)offsetof(struct p1, i), (int)offsetof(struct p1, l), (int)offsetof(struct p2, i));
    printf("%d\n", (int)offsetof(struct p3, j));
    printf("%d %d\n", (int)offsetof(struct q1, i), (int)offsetof(struct q5, l));
    struct p1 p = { 1, 0x01020304, 5, -1 };
    unsigned char *b = (unsigned char *)&p;
    for (int i = 0; i < (int)sizeof p; i++)
        printf("%02x", b[i]);
    printf("\n");
    p.i++;
    p.l -= 1;
    printf("%d %lld\n", p.i, (long long)p.l);
    struct pb pb = { 5, 0x1abc, 0xfffff, 9 };
    printf("%u %x %x %d\n", pb.a, pb.b, pb.c, pb.d);
    struct p1 arr[2] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
    memcpy(&p, &arr[1], sizeof p);
    printf("%d %d\n", p.c + p.i + p.s, (int)sizeof arr);
    return offsetof(struct p3, j);
}
