// args: --check pointer
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    *p = 1;
    free(p);
    return *p;
}
