int main(void)
{
    unknown_t x = 0;
    return x;
}
