// args: --check bounds
// The cursor in front of the loop has the address of the index.
struct cursor {
    unsigned *at;
};

int main(void)
{
    int cells[4];
    unsigned at = 2, count = 0;
    struct cursor c = {&at};
    for (int i = 0; i < 3; i++) {
        cells[at] = i; // bad
        *c.at += 1;
    }
    return 0;
}
