struct point { int x, y; };
static struct point grid[2][2] = { { { 1, 2 }, { .y = 3 } }, { [1] = { 4 } } };
static int sparse[100] = { [50] = 1, [98] = 2 };
static const char *names[] = { "a", "b", 0 };
int main(void)
{
    struct point p = { .y = 7 }, q[2] = { p, { 1, 2 } };
    int zero[10] = { 0 };
    char buf[8] = "text";
    return grid[0][1].y + sparse[50] + (names[0] != 0) + q[0].y + zero[3] + buf[1];
}
