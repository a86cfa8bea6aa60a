// args: --check bounds
// not run: the function is defined nowhere
// The function gets a pointer to a copy.
extern void read_index(int *i);
static int cells[4];

int main(void)
{
    int i = 0, copy = 0;
    read_index(&copy);
    cells[i] = copy;
    return 0;
}
