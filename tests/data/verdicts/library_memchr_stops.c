// args: --check bounds
typedef unsigned long size_t;
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
void *memchr(const void *, int, size_t);

int main(void) {
    char a[4] = "abc";
    return memchr(a, 'c', 100) == 0 || memchr(a, 'x', 100) == 0;
}
