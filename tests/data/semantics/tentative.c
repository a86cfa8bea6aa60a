// Tentative definitions, extern declarations before and after, in blocks, arrays completed later.
#include <stdio.h>

int a;
int a;
extern int a;
int a = 5;
int b;
extern int b;
int arr[];
int arr[4];
extern int later[];
static int s;
static int s;
static int s = 8;
static int f(void);
struct incomplete;
extern struct incomplete inc;
struct incomplete *pinc = &inc;
struct incomplete { int v; };
struct incomplete inc = { 77 };
int alone[];

int read_b(void) { extern int b; return b; }
int read_later(void) { extern int later[]; return later[1]; }
int later[3] = { 1, 2, 3 };

int main(void)
{
    extern int hidden;
    int f(void);
    b = 9;
    arr[3] = 4;
    printf("%d %d %d %d\n", a, read_b(), arr[3], s);
    printf("%d %d\n", read_later(), pinc->v);
    printf("%d %d\n", f(), hidden);
    printf("%d\n", (int)sizeof arr);
    printf("%d\n", alone[0]);
    return a;
}

static int f(void) { return 31; }
int hidden = 12;
