// args: --check bounds
// The terminator needs room as well.
static char name[4];

static void copy(char *to, const char *from)
{
    int i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0; // bad
}

int main(void)
{
    copy(name, "ab");
    copy(name, "abcd");
    return 0;
}
