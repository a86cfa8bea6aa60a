// args: --check overflow
int main(void) {
    int i = 1 << 30;
    i = i << 3;
    return i + i;
}
