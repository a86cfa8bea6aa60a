int spin(int n)
{
    if (n & 1)
        goto second;
first:
    n -= 2;
second:
    n -= 1;
    if (n > 0)
        goto first;
    return n;
}
