// args: --check bounds
// All lengths are right.
struct row {
    int length;
    int cells[4];
};
static struct row rows[3] = {{2}, {3}, {4}};

int main(void)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < rows[i].length; j++)
            rows[i].cells[j] = 0;
    return 0;
}
