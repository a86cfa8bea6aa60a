// args: --check bounds
// not run: the function is defined nowhere
// The bound of the loop is written by a function without a body, in each iteration again.
extern void poll(int *p);
static int cells[4];

int main(void)
{
    int n = 4, other = 0;
    for (int i = 0; i < n && i < 6; i++) {
        cells[i] = 1; // bad
        poll(&n);
    }
    return 0;
}
