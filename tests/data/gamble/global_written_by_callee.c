// args: --check bounds
// The guard is about a global variable that the callee changes.
static int cells[4], top, calls;

static void step(void)
{
    top++;
}

static void push(int value)
{
    if (top < 4) {
        step();
        cells[top] = value; // bad
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        push(i);
    return calls;
}
