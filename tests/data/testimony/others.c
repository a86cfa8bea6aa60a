// violated: the way depends on what functions without a body return, and on what they write.
extern int sensor(int channel);
extern int block(unsigned *into, int size);
extern void reach_error(void);

int main(void) {
    unsigned noise = 0;
    int first = sensor(1);
    int second = sensor(2);
    int size = block(&noise, 1);
    if (first == 7 && second == first + 3 && size == 1 && (noise & 12) == 8)
        reach_error();
    return 0;
}
