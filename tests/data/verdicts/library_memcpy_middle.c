// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

int main(void) {
    char a[4], b[4] = "abc", *p = a;
    memcpy(p + 2, b, 2);
    memcpy(p + 2, b, 3);
    return a[0];
}
