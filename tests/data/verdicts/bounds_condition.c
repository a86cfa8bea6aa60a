// args: --check bounds
int main(void) {
    int a[3] = {1, 1, 1}, b[3] = {1, 1, 0}, i = 0, j = 0;
    while (b[j])
        j++;
    while (a[i])
        i++;
    return i + j;
}
