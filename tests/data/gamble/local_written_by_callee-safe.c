// args: --check bounds
// The callee gets a pointer to a copy.
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
    int value = parse(&copy);
    cells[at] = value;
    return copy;
}
