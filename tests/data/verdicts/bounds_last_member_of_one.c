// args: --check bounds
void *malloc(unsigned long);
struct s { int n; int d[1]; };
int main(void) {
    struct s *p = malloc(sizeof(struct s) + 8), x = {0, {0}};
    int i = 2;
    if (!p)
        return 0;
    p->d[i] = 1;
    /* A variable has no room behind it. */
    x.d[i] = 1;
    return 0;
}
