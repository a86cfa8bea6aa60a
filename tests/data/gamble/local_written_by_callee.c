// args: --check bounds
// The callee returns a second value through a pointer to a local variable.
static int cells[4];

static int parse(int *at)
{
    int value = *at;
    *at += 3;
    return value;
}

int main(void)
{
    int at = 2;
    int copy = at;
    int value = parse(&at);
    cells[at] = value; // bad
    return copy;
}
