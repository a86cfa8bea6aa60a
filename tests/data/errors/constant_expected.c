int n = 3;
int main(void)
{
    switch (n) {
    case n: return 1;
    }
    return 0;
}
