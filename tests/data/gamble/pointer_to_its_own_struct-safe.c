// args: --check bounds
// The pointer of the structure points to an array.
struct vector {
    int *data;
    int length;
};
static int cells[4];

static void fill(struct vector *v)
{
    v->data[0] = 9;
    for (int i = 0; i < v->length; i++)
        cells[i] = 1;
}

int main(void)
{
    int other[1] = {0};
    struct vector v = {other, 4};
    fill(&v);
    v.data = other;
    fill(&v);
    return 0;
}
