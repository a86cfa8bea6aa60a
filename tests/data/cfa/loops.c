int sum(const int *values, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (values[i] < 0)
            continue;
        if (values[i] > 100)
            break;
        total += values[i];
    }
    return total;
}
