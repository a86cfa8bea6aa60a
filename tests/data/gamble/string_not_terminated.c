// args: --check bounds
// The array is as long as its text, so that no terminator is in it.
static char text[3] = "abc";

static int length(const char *s)
{
    int n = 0;
    while (s[n]) // bad
        n++;
    return n;
}

int main(void)
{
    return length("de") + length(text) > 9;
}
