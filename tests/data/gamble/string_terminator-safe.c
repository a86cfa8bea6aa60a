// args: --check bounds
// There is room for the terminator.
static char name[4];

static void copy(char *to, const char *from)
{
    int i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
}

int main(void)
{
    copy(name, "ab");
    copy(name, "abc");
    return 0;
}
