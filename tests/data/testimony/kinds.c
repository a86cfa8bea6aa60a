// args: --check null,bounds,pointer,overflow
// violated: each of these has a property of its own in the language of tasks.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int values[4] = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    int sum = i + 1;
    if (i >= 0 && i <= 4)
        values[i] = sum;
    return 0;
}
