int next(int);
int twice(int n)
{
    return next(next(n) ? 0 : n) + next(1);
}
