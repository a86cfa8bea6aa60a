// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

int main(void) {
    char a[4], b[5] = "abcd";
    /* What is certain needs no proof; what cannot be is violated. */
    memcpy(a, b, 4);
    memcpy(a, b, 5);
    return a[0];
}
