// args: --check bounds
// No caller passes the beginning of the array.
static int before(int *p)
{
    return p[-1];
}

int main(void)
{
    int cells[4] = {0, 0, 0, 0};
    int sum = before(cells + 2) + before(cells + 1);
    return sum;
}
