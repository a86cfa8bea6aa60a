int kind(unsigned char c)
{
    switch (c) {
    case 'a' ... 'z':
        return 1;
    case '0':
    case '1':
        c++;
    default:
        return c;
    }
}
