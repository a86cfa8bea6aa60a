// args: --check bounds
typedef unsigned long size_t;
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
void *memchr(const void *, int, size_t);

int main(void) {
    char a[3] = {'a', 'b', 'c'}, b[3] = {'a', 'b', 0};
    return strlen(b) + strlen(a);
}
