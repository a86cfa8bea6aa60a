extern int there __attribute__((weak));
int ours __attribute__((weak)) = 1;
extern void hook(void) __attribute__((weak));
extern int unused __attribute__((weak));
__attribute__((weak)) int replaced(void) { return 1; }
extern int plain;
int main(void) {
    if (hook)
        hook();
    return &there != 0 ? there + ours + replaced() : plain;
}
