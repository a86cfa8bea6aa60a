// args: --check bounds
// The index is read through a pointer to a variable that is written later.
static int g[3];

int main(void)
{
    int k = 0, z = 0, *p = &z;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            g[*p] = 1; // bad: < 3
        }
        p = &k;
        k = 7;
    }
    return 0;
}
