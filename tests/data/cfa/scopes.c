int fresh(int n)
{
    int total = 0;
    while (n--) {
        int zero[4] = { n };
        total += zero[n & 3]++;
        { int n = 2; total += n; }
    }
    return total;
}
