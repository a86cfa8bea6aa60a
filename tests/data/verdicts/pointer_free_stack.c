// args: --check pointer
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int n = 4;
    char a[n], *p = malloc(4);
    a[0] = 1;
    free(p);
    free(a);
    return 0;
}
