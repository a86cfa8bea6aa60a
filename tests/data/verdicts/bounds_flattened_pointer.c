// args: --check bounds
int main(void) {
    int m[3][4] = {{0}}, *p = &m[0][0], sum = 0;
    for (int i = 0; i < 12; i++)
        sum += p[i];
    return sum;
}
