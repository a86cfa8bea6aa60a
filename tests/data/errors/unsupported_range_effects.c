int next(void);
int main(void)
{
    int r[5] = {[0 ... 4] = next(), [2] = 10};
    return r[0];
}
