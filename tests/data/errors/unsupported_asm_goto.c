int main(void)
{
    __asm__ goto("" : : : : out);
    return 1;
out:
    return 2;
}
