// args: --check bounds
// not run: the variable is defined nowhere
// The variable has a definition, which sets it to 0.
static int first;
static int cells[4];

int main(void)
{
    cells[first] = 1;
    return 0;
}
