// args: --check null
struct s { int a, b; };
int main(void) {
    struct s *p = 0;
    /* Nothing is followed. */
    int *q = &p->b;
    return q != 0 && p == 0 ? *q != 0 : 0;
}
