// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

int main(void) {
    char a[4], b[4] = "abc";
    size_t n = sizeof a;
    memcpy(a, b, n);
    return a[0];
}
