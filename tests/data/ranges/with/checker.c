/* Where the program is told what its variables must be. Each check is recorded once when it is passed, and once when it fails. */
#include <stdio.h>
#include <stdlib.h>

#define MOST (1 << 22)

static FILE *record;
static unsigned char seen[MOST];

__attribute__((constructor(101))) static void begin(void) {
    char *name = getenv("QICC_RECORD");
    record = name ? fopen(name, "w") : 0;
    if (!record)
        abort();
}

void qicc_range(int id, int condition, int is_signed, unsigned long long value, unsigned long long low,
                unsigned long long high) {
    int inside = is_signed ? (long long)low <= (long long)value && (long long)value <= (long long)high
                           : low <= value && value <= high;
    int holds = inside && condition;
    if (id < 0 || id >= MOST || (seen[id] & (holds ? 1 : 2)))
        return;
    seen[id] |= holds ? 1 : 2;
    fprintf(record, "%s %d %lld\n", holds ? "passed" : "failed", id, (long long)value);
    fflush(record);
}
