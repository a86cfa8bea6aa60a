// args: --check assert
// The two structures are different ones.
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
    assert(from->balance == before - sum);
}

int main(void)
{
    struct account x = {10, 0}, y = {20, 0};
    transfer(&x, &y, 5);
    transfer(&y, &x, 5);
    return 0;
}
