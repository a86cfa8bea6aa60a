#define USE(x) ((x) + missing)
int main(void)
{
    return USE(1);
}
