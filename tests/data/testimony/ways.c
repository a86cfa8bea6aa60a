// violated: on one of many ways, all of which a witness without branches leaves open.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int steps = 0;
    if (x > 100) {
        steps = 1;
        if (x > 1000)
            steps = 2;
    } else if (x < -100) {
        steps = 3;
        if (x < -1000)
            steps = 4;
    } else {
        switch (x) {
        case 7:
            steps = 5;
            break;
        case 9:
            steps = 6;
            break;
        default:
            steps = 7;
        }
    }
    if (steps == 6)
        reach_error();
    return 0;
}
