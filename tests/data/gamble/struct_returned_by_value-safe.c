// args: --check bounds
// The function makes the length smaller.
struct span {
    int begin, end;
};
static int cells[4];

static struct span grow(struct span s)
{
    s.end -= 1;
    return s;
}

static void clear(struct span s)
{
    for (int i = s.begin; i < s.end; i++)
        cells[i] = 0;
}

int main(void)
{
    struct span all = {0, 4};
    clear(all);
    clear(grow(all));
    return 0;
}
