// Pointers that the C library is given, keeps, and gives back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int order[5] = {3, 1, 2, 5, 4};
static int *seen;
static int done;

static int compare(const void *x, const void *y) {
    seen = (int *)x;
    return *(const int *)x - *(const int *)y;
}

static void at_end(void) { done = 1; }

int main(int argc, char **argv) {
    qsort(order, 5, sizeof *order, compare);
    if (seen)
        *seen += 0;
    int key = 3;
    int *found = bsearch(&key, order, 5, sizeof *order, compare);
    if (!found)
        return 1;
    *found = 4;
    atexit(at_end);
    char text[] = "one two three", *rest, *word;
    word = strtok(text, " ");
    *word = 'O';
    word = strtok(NULL, " ");
    *word = 'T';
    char *space = strchr("a b", ' ');
    long n = strtol("12x", &rest, 10);
    if (*rest != 'x' || *space != ' ')
        return 2;
    char *copy = strdup(text);
    if (!copy)
        return 3;
    copy[0] = 'c';
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) > 0)
        line[0] = 'l';
    free(line);
    free(copy);
    char *name = argc ? argv[0] : 0;
    return (name && *name == 0) + (n != 12);
}
