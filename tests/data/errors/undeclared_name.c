int main(void)
{
    int total = 0;
    return totl;
}
