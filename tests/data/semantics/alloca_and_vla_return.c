// alloca in loops and calls: the memory lives until the function returns.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int chain(int n)
{
    struct node { struct node *next; int v; } *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *p = alloca(sizeof *p);
        p->next = head;
        p->v = i;
        head = p;
    }
    int s = 0;
    for (; head; head = head->next)
        s = s * 2 + head->v;
    return s;
}

static char *join(char *out, const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 1;
    char *t = __builtin_alloca(n);
    strcpy(t, a);
    strcat(t, b);
    return strcpy(out, t);
}

int main(void)
{
    char buf[20];
    printf("%d %s\n", chain(6), join(buf, "ab", "cd"));
    return chain(3);
}
