// args: --check bounds
// not run: the function is defined nowhere
// What is written in each iteration is not the bound.
extern void poll(int *p);
static int cells[4];

int main(void)
{
    int n = 4, other = 0;
    for (int i = 0; i < n && i < 6; i++) {
        cells[i] = 1;
        poll(&other);
    }
    return 0;
}
