// args: --check bounds
int main(void) {
    int a[4] = {1, 2, 3, 4}, n = 4, sum = 0;
    for (int *p = a, *end = &a[n]; p != end; p++)
        sum += *p;
    return sum + (&a[n + 1] == a);
}
