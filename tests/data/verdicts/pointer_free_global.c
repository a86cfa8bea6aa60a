// args: --check pointer
void free(void *);
static int x;
static void release(int *p) {
    free(p);
}
int main(void) {
    release(0);
    release(&x);
    return 0;
}
