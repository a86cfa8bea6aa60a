// args: --check bounds
void *malloc(unsigned long);
struct s { int n; int d[]; };
struct one { int n; int d[1]; };
static int before(struct s *p, int i) {
    return p->d[i - 1];
}
int main(void) {
    struct s *p = malloc(sizeof(struct s) + 8);
    struct one *q = malloc(sizeof(struct one) + 8);
    if (!p || !q)
        return 0;
    p->n = 1;
    p->d[0] = p->d[1] = 2;
    q->n = 0;
    unsigned u = 1;
    q->d[u] = 3;
    before(p, 1);
    /* The address of the first element is where the member begins. */
    int *first = &p->d[q->n];
    *first = 1;
    /* In its object, but not in its array. */
    q->d[q->n - p->n] = 1;
    return 0;
}
