/* What an instrumented program calls: one line for each thing that happens, in a file that the environment names. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MALLOC = 5, CALLOC = 6, STACK = 7 };

void qicc_record(int kind, int id, void *pointer, unsigned long size) {
    static FILE *file;
    static long lines;
    if (!file) {
        file = fopen(getenv("QICC_RECORD"), "w");
        if (!file)
            abort();
        /* The program may end in any way. */
        setvbuf(file, NULL, _IOLBF, 1 << 12);
    }
    if (kind == MALLOC || kind == CALLOC) {
        if (!pointer)
            return;
        size = malloc_usable_size(pointer);
    }
    /* So that what was never written is no pointer. */
    if (kind == MALLOC || kind == STACK)
        memset(pointer, 0xfe, size);
    if (lines++ < 200000)
        fprintf(file, "%d %d %lu %lu\n", kind, id, (unsigned long)pointer, size);
}
