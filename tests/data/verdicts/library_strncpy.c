// args: --check bounds
typedef unsigned long size_t;
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
void *memchr(const void *, int, size_t);

int main(void) {
    char a[4], b[2] = {'x', 'y'};
    size_t n = 2;
    /* No zero, and none is needed. */
    strncpy(a, b, n);
    n = 3;
    strncpy(a, b, n);
    return a[0];
}
