// args: --check bounds
// The pointer of the structure points to the length beside it.
struct vector {
    int *data;
    int length;
};
static int cells[4];

static void fill(struct vector *v)
{
    v->data[0] = 9;
    for (int i = 0; i < v->length; i++)
        cells[i] = 1; // bad
}

int main(void)
{
    int other[1] = {0};
    struct vector v = {other, 4};
    fill(&v);
    v.data = &v.length;
    fill(&v);
    return 0;
}
