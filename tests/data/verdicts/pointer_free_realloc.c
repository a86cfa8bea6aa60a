// args: --check pointer
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
char *strdup(const char *);
void free(void *);
int main(void) {
    char *p = realloc(0, 4);
    char *q = calloc(1, 4);
    char *s = strdup("abc");
    free(s);
    free(q);
    q = realloc(p, 8);
    if (!q)
        return 0;
    free(q);
    free(p);
    return 0;
}
