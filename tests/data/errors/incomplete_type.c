struct later;
int main(void)
{
    struct later l;
    return sizeof l;
}
