// args: --check bounds
// Whether an index of -1 is right depends on where in the array the pointer points.
static int before(int *p)
{
    return p[-1]; // bad
}

int main(void)
{
    int cells[4] = {0, 0, 0, 0};
    int sum = before(cells + 2) + before(cells);
    return sum;
}
