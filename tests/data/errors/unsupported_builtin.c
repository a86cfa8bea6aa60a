int main(void)
{
    return __builtin_cpu_supports("avx2") ? 1 : 0;
}
