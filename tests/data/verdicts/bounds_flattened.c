// args: --check bounds
int main(void) {
    int m[3][4] = {{0}}, sum = 0;
    for (int i = 0; i < 12; i++)
        sum += m[0][i];
    return sum;
}
