// args: --check bounds
// Every structure has its own length, and one of them is too large.
struct row {
    int length;
    int cells[4];
};
static struct row rows[3] = {{2}, {5}, {4}};

int main(void)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < rows[i].length; j++)
            rows[i].cells[j] = 0; // bad: j < 4
    return 0;
}
