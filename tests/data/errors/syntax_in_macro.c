#define BROKEN(x) ((x) + )
int main(void)
{
    return BROKEN(3);
}
