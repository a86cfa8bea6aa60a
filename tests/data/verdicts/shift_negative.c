// args: --check shift
int main(void) {
    int d = 3, e = -1;
    /* A negative number may be shifted; by a negative number nothing may. */
    return (e << d) + (1 << e);
}
