// args: --check bounds
// What is overwritten is the other member.
#include <string.h>

struct state {
    int cells[4];
    int at;
    int mark;
};

static void load(struct state *s, const int *from)
{
    memcpy(&s->mark, from, sizeof(int));
}

int main(void)
{
    struct state s = {{0}, 3, 0};
    int nine = 9;
    load(&s, &nine);
    s.cells[s.at] = 1;
    return 0;
}
