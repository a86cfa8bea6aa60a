// args: --check bounds
// The pointer is replaced and the length is not.
static int longer[6], shorter[4];
static int *data = longer, length = 6;

static void clear(void)
{
    for (int i = 0; i < length; i++)
        data[i] = 0; // bad
}

int main(void)
{
    clear();
    data = shorter;
    clear();
    return 0;
}
