// args: --check bounds,null,pointer,arithmetic
struct node { int value; struct node *next; char tail[]; };
int printf(const char *, ...);

int sum(struct node *n, int (*f)(int), long i) {
    int total = 0;
    while (n) {
        total += f(n->value);
        n = n->next;
    }
    return total + n->tail[i];
}

int twice(int x) { return 2 * x; }

char *past(char *p, int n) { return p + n; }

int main(void) {
    struct node a = {1, 0}, b = {2, &a};
    int x = 3, *p = &x;
    *p = sum(&b, twice, 0);
    printf("%d\n", *p);
    return past((char *)&a, 4) != 0;
}
