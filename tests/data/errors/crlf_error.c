int main(void)
{
    return oops;
}
