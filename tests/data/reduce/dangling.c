// args: --condition dangling.json
/* The function with a variable that is gone when it returns stays a function, and nothing behind its call is covered. */
static int *last(int n)
{
    int here = n;
    if (n > 0)
        return &here;
    return 0;
}

int main(void)
{
    int *p = last(1);
    return p ? *p : 0;
}
