// args: --check div
// violated: SV-COMP has no words for it, so that these are ours.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int parts = __VERIFIER_nondet_int();
    if (parts < 0)
        return 0;
    return 100 / parts;
}
