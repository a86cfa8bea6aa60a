// Every statement says where it comes from, also out of macros.
#define TWICE(x) do { x; x; } while (0)
int main(void)
{
    int n = 1;
    TWICE(n *= 3);


    if (n > 5)
        n++;
    return n;
}
