int main(void)
{
    static void *targets[] = { &&one, &&two };
    goto *targets[1];
one:
    return 1;
two:
    return 2;
}
