// args: --check bounds
// One way out of the function leaves the counter as it is.
static int stack[3], top;

static int scan(int x)
{
    stack[top++] = x; // bad
    if (x == 0) {
        return 1;
    }
    top--;
    return 0;
}

int main(void)
{
    int zeros = 0;
    for (int i = 0; i < 8; i++)
        zeros += scan(i % 2);
    return zeros;
}
