// args: --check bounds --entry step
static int table[4], at;
void reset(void) { at = 0; }
int step(void) {
    /* Others may have run before. */
    at++;
    return table[at & 3] + table[at];
}
