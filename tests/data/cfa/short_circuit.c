int check(int *p, int n)
{
    return p && (*p > n || n++ < 3) ? n : -1;
}
