// qsort and bsearch with callbacks, function pointers to and from the library.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { const char *name; int age; };
static int compares;
static int by_int(const void *a, const void *b) { compares++; int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_age(const void *a, const void *b) { return ((const struct rec *)a)->age - ((const struct rec *)b)->age; }
static int by_name(const void *a, const void *b) { return strcmp(((struct rec *)a)->name, ((struct rec *)b)->name); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void)
{
    int v[] = { 5, 3, 9, -1, 7, 3, 0 };
    qsort(v, sizeof v / sizeof *v, sizeof *v, by_int);
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
        printf("%d ", v[i]);
    printf("%d\n", compares > 5);
    struct rec r[] = { { "zoe", 30 }, { "adam", 41 }, { "mia", 22 } };
    int (*orders[])(const void *, const void *) = { by_age, by_name };
    for (int k = 0; k < 2; k++) {
        qsort(r, 3, sizeof r[0], orders[k]);
        for (int i = 0; i < 3; i++)
            printf("%s:%d ", r[i].name, r[i].age);
        printf("\n");
    }
    int key = 7;
    int *found = bsearch(&key, v, 7, sizeof *v, by_int);
    printf("%d\n", (int)(found - v));
    const char *words[] = { "pear", "apple", "fig" };
    qsort(words, 3, sizeof *words, by_str);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    return *found;
}
