// Flexible array members, zero-length arrays, static initialisation, allocation.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vec { int n; int data[]; };
struct old { char tag; short z[0]; };
struct str { unsigned char len; char text[]; };
static struct vec sv = { 3, { 10, 20, 30 } };
static struct str ss = { 5, "hello" };
static struct str se = { 0 };

static struct vec *make(int n)
{
    struct vec *v = malloc(sizeof *v + n * sizeof v->data[0]);
    v->n = n;
    for (int i = 0; i < n; i++)
        v->data[i] = i * i;
    return v;
}

int main(void)
{
    printf("%d %d %d\n", (int)sizeof(struct vec), (int)sizeof(struct old), (int)sizeof(struct str));
    printf("%d %d\n", (int)offsetof(struct vec, data), (int)offsetof(struct old, z));
    printf("%d %d %.5s %d\n", sv.n, sv.data[2], ss.text, se.len);
    struct vec *v = make(6);
    int s = 0;
    for (int i = 0; i < v->n; i++)
        s += v->data[i];
    printf("%d\n", s);
    struct vec head = *v;
    printf("%d\n", head.n);
    v = realloc(v, sizeof *v + 20 * sizeof(int));
    v->data[19] = 1;
    printf("%d %d\n", v->data[5], v->data[19]);
    free(v);
    struct str *t = malloc(sizeof(struct str) + 10);
    t->len = 3;
    strcpy(t->text, "xyz");
    printf("%d %s\n", t->len, t->text);
    free(t);
    return s;
}
