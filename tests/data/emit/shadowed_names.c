static int x = 1;
static int f(int x)
{
    { int x = 2; { int x = 3; x++; } x++; }
    return x;
}
static int g(void) { static int x = 5; return x++; }
int main(void)
{
    int main = f(x);
    for (int x = 0; x < 2; x++)
        main += g();
    return main;
}
