// flags: -std=c99
int main(void)
{
    return 0 + undeclared_label_like.x;
}
