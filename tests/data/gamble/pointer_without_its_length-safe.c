// args: --check bounds
// The length is replaced with the pointer.
static int longer[6], shorter[4];
static int *data = longer, length = 6;

static void clear(void)
{
    for (int i = 0; i < length; i++)
        data[i] = 0;
}

int main(void)
{
    clear();
    data = shorter;
    length = 4;
    clear();
    return 0;
}
