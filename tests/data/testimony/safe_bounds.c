// args: --check bounds
// Bounds alone are not all that a task asks of pointers: the words for them are ours.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int values[8] = {0};
    unsigned end = __VERIFIER_nondet_uint() % 8;
    int sum = 0;
    for (unsigned i = 0; i <= end; i++) {
        values[i] = (int)i;
        sum += values[end - i];
    }
    return sum;
}
