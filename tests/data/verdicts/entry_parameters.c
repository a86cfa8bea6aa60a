// args: --check bounds --entry pick
static int table[4];
int pick(unsigned i, int j) {
    if (i < 4)
        table[i] = 1;
    return table[j];
}
