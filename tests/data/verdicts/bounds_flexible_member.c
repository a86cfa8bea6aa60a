// args: --check bounds
void *malloc(unsigned long);
struct s { int n; char d[]; };
int main(void) {
    struct s *p = malloc(sizeof(struct s) + 4);
    if (!p)
        return 0;
    p->n = 4;
    p->d[3] = 1;
    p->d[p->n] = 1;
    return 0;
}
