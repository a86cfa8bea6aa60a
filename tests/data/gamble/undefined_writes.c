// args: --check bounds
// not run: the function is defined nowhere
// A function without a body may write through the pointer that it gets.
extern void read_index(int *i);
static int cells[4];

int main(void)
{
    int i = 0, copy = 0;
    read_index(&i);
    cells[i] = copy; // bad
    return 0;
}
