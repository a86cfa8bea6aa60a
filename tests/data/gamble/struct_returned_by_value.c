// args: --check bounds
// The structure is a new one, but its length is what the function made of the old one.
struct span {
    int begin, end;
};
static int cells[4];

static struct span grow(struct span s)
{
    s.end += 1;
    return s;
}

static void clear(struct span s)
{
    for (int i = s.begin; i < s.end; i++)
        cells[i] = 0; // bad
}

int main(void)
{
    struct span all = {0, 4};
    clear(all);
    clear(grow(all));
    return 0;
}
