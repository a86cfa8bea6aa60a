static int odd(int n)
{
    static void *targets[] = { &&one, &&two };
    goto *targets[n];
one:
    return 1;
two:
    return 2;
}
int main(void) { return sizeof(odd(1)) == 0; }
