// Negative offsets, one past the end, rows of arrays, pointers that leave and come back.
static int matrix[3][4], line[10];
struct buffer {
    char head[4];
    char body[8];
    char *at, *end;
};

static int sum(const int *first, const int *end) {
    int n = 0;
    while (first != end)
        n += *first++;
    return n;
}

static void put(struct buffer *b, char c) {
    if (b->at < b->end)
        *b->at++ = c;
}

int main(void) {
    int *end = line + 10;
    for (int *p = end; p-- > line;)
        *p = 1;
    int *from_one = line - 0;
    from_one = from_one + 3;
    from_one[-2] = 5;
    int *middle = &line[5];
    for (int i = -5; i < 5; i++)
        middle[i] += 1;
    for (int(*row)[4] = matrix; row < matrix + 3; row++)
        for (int *cell = *row; cell < *row + 4; cell++)
            *cell = 2;
    int *corner = &matrix[2][3];
    corner -= 4;
    *corner = 3;
    struct buffer b = {.at = b.body, .end = b.body + sizeof b.body};
    for (int i = 0; i < 12; i++)
        put(&b, 'x');
    char *c = b.at;
    c[-1] = 'y';
    char *back = (char *)&b + (b.body - (char *)&b);
    back[0] = 'z';
    return sum(line, end) + sum(matrix[0], matrix[0] + 4) + b.body[0] == 0;
}
