static inline int odd(void)
{
    __asm__ goto("" : : : : out);
    return 1;
out:
    return 2;
}
int main(void) { return 0; }
