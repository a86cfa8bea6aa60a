int main(void)
{
    _Complex double z = 1.0;
    return (int)__real__ z;
}
