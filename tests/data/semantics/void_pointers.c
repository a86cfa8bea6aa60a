// void pointers, generic containers, casts between object pointers, pointers to pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vec { void *data; size_t size, len, cap; };

static void push(struct vec *v, const void *item)
{
    if (v->len == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 2;
        v->data = realloc(v->data, v->cap * v->size);
    }
    memcpy((char *)v->data + v->len++ * v->size, item, v->size);
}
static void *at(const struct vec *v, size_t i) { return (char *)v->data + i * v->size; }
static void swap(void *a, void *b, size_t n)
{
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}
static void set(void **p, void *v) { *p = v; }

int main(void)
{
    struct vec v = { .size = sizeof(double) };
    for (int i = 0; i < 5; i++)
        push(&v, &(double){ i * 1.5 });
    printf("%.1f %d %d\n", *(double *)at(&v, 3), (int)v.len, (int)v.cap);
    swap(at(&v, 0), at(&v, 4), v.size);
    printf("%.1f %.1f\n", *(double *)at(&v, 0), ((double *)v.data)[4]);
    free(v.data);
    int x = 258;
    void *p;
    set(&p, &x);
    printf("%d %d\n", *(int *)p, *(unsigned char *)p);
    const void *cp = p;
    printf("%d\n", cp == p && p == (void *)&x);
    unsigned char *uc = p;
    printf("%d %d\n", uc[1], *(short *)p);
    void *arr[] = { &x, arr, 0 };
    printf("%d\n", **(int **)arr);
    return *(int *)arr[0] - 250;
}
