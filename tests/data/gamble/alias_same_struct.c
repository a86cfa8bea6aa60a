// args: --check assert
// Pointers to structures are never equal in the environment that CBMC builds for a function by itself.
#include <assert.h>

struct account {
    int balance;
    int limit;
};

static void transfer(struct account *from, struct account *to, int sum)
{
    int before = from->balance;
    from->balance -= sum;
    to->balance += sum;
    assert(from->balance == before - sum); // bad
}

int main(void)
{
    struct account x = {10, 0}, y = {20, 0};
    transfer(&x, &y, 5);
    transfer(&y, &y, 5);
    return 0;
}
