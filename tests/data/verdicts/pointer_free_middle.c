// args: --check pointer,arithmetic
void *malloc(unsigned long);
void free(void *);
int main(void) {
    char *p = malloc(4);
    if (!p)
        return 0;
    p = p + 1;
    free(p - 1);
    p = malloc(4);
    if (!p)
        return 0;
    p = p + 1;
    free(p);
    return 0;
}
