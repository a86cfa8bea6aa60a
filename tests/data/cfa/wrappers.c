// A call of a wrapper evaluates all its arguments, also those that the wrapper does not look at; a call that must not
// happen is an assertion, also where its value is used.
int reach_error(void);
int a[4];
static void check(int condition, int strict, int unused)
{
    if (strict)
        if (!condition)
            reach_error();
}
static void plain(int condition)
{
    if (!condition)
        reach_error();
}
int main(int argc, char **argv)
{
    check(a[argc] > 0, argc, a[argc] / argc);
    plain(a[argc] > 0);
    return argc > 3 ? reach_error() : 0;
}
