// args: --format dot
int sign(int n)
{
    if (n < 0)
        return -1;
    return n > 0;
}
