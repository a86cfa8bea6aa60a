// args: --check assert
// The method of one object changes the object that it knows, not itself.
#include <assert.h>

struct node {
    void (*send)(struct node *);
    struct node *peer;
    int got;
};

static void forward(struct node *self)
{
    self->peer->got++;
}

int main(void)
{
    struct node a, b;
    a = (struct node){forward, &b, 0};
    b = (struct node){forward, &a, 0};
    struct node *at = &a;
    for (int i = 0; i < 4; i++) {
        at->send(at);
        assert(a.got == 0); // bad
        at = at->peer;
    }
    return b.got;
}
