// args: --check pointer
void *malloc(unsigned long);
void free(void *);
int main(void) {
    char *p = malloc(4);
    free(p);
    if (p)
        free(p);
    return 0;
}
