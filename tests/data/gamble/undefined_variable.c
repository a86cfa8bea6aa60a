// args: --check bounds
// not run: the variable is defined nowhere
// A variable without a definition holds anything.
extern int first;
static int cells[4];

int main(void)
{
    cells[first] = 1; // bad
    return 0;
}
