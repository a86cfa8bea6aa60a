// args: --check bounds
int __VERIFIER_nondet_int(void);

int main(void) {
    int m[2][4] = {{0}}, (*row)[4] = &m[1], i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 4)
        return 0;
    int inside = (*row)[i];
    row++;
    return inside + (*row)[i];
}
