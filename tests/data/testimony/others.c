// violated: the way depends on what functions without a body return, and on what they write, more than once.
extern int sensor(int channel);
extern int block(unsigned *into, int size);
extern void reach_error(void);

int main(void) {
    unsigned noise[3] = {1, 2, 3}, sum = 0;
    int first = sensor(1);
    int second = sensor(2);
    for (int i = 0; i < 2; i++) {
        if (block(noise, 3) != 3)
            return 0;
        sum = 10 * sum + noise[1];
    }
    if (first == 7 && second == first + 3 && sum == 54)
        reach_error();
    return 0;
}
