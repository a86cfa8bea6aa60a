// args: --check bounds
void *malloc(unsigned long);
int main(void) {
    char *p = malloc(4);
    if (!p)
        return 0;
    p[0] = p[3] = 1;
    p[4] = 1;
    return 0;
}
