// args: --check bounds
// Every way out puts the counter back.
static int stack[3], top;

static int scan(int x)
{
    stack[top++] = x;
    if (x == 0) {
        top--;
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
