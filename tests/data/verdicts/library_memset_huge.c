// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

int main(void) {
    int a[2], *p = a;
    memset(p, 0, (size_t)-1);
    return 0;
}
