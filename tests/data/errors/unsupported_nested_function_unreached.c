static int odd(void)
{
    int x = 3;
    int inner(int y) { return x + y; }
    return inner(4);
}
int main(void) { return 0 * (int)sizeof(odd()); }
