// args: --check bounds
// The array has an element for the terminator.
static char text[4] = "abc";

static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    return length("de") + length(text) > 9;
}
