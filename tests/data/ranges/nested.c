// Loops in loops: the counters of the outer ones survive the inner ones.
int rand(void);
static int a[64][64], sum;

static void triangle(int n) {
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            a[i][j] = i - j;
}

int main(void) {
    int i, j, k;
    triangle(10);
    triangle(20);
    for (i = 0; i < 32; i++) {
        for (j = 0; j <= i; j++)
            sum += a[i - j][j];
        for (; j < 32; j++)
            sum += 38 * a[j][i];
    }
    for (i = 0; i < 4; i++)
        for (j = i; j < 8; j++)
            for (k = j; k >= 0; k--)
                a[i][k] = j;
    int n = rand() % 20;
    for (i = 0; i < n; i++)
        for (j = 0; j < n - i; j++)
            for (k = i; k < i + j; k++)
                a[i][j] = k;
    // The inner loop changes the counter of the outer one.
    for (i = 0; i < 50; i++) {
        while (i < 60 && rand() % 3)
            i++;
        sum += i;
    }
    // Any number of rounds, in any order.
    for (i = 0, j = 0; i < 100; i++) {
        if (j < 10)
            j++;
        else
            j = 0;
        a[j][j] = i;
    }
    return sum;
}
