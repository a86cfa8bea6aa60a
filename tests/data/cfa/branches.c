int abs_diff(int a, int b)
{
    if (a > b)
        return a - b;
    return b - a;
}
