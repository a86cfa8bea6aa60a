// args: --check pointer
typedef unsigned long size_t;
void *malloc(size_t), *realloc(void *, size_t), *reallocarray(void *, size_t, size_t);
int main(void) {
    char *p = malloc(4), *q = malloc(4), *r;
    if (!p || !q)
        return 0;
    r = reallocarray(p, 100, 8);
    if (r)
        return p[0];
    p[1] = 1;
    r = realloc(q, 0);
    if (!r)
        q[0] = 1;
    return 0;
}
