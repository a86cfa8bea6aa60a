int main(void)
{
    return __builtin_return_address(0) == 0;
}
