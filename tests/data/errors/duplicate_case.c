int main(void)
{
    switch (1) {
    case 1: return 0;
    case 2 - 1: return 1;
    }
    return 2;
}
