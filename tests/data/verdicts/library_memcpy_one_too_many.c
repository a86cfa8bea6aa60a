// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

int main(void) {
    char a[4], b[5] = "abcd";
    size_t n = sizeof b;
    memcpy(a, b, n);
    return a[0];
}
