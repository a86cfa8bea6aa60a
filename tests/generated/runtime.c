/* What stands in front of recorded programs: it runs each on all inputs, first to observe which values there are, then to
 * judge each check. An execution ends at the first check that fails. All that is remembered lies outside of the
 * data segment, which is put back before each execution, so that statics are initialised anew. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROOM = 16, CHECKS = 64, OBJECTS = 64, LIVE = 64, STEPS = 80, INPUTS = 3, MEMORY = 4096 };

struct record {
    int judging, useless, steps, live;
    int inputs[INPUTS];
    struct { int comparison, bound, failed, reached, min, max; unsigned long values; } checks[CHECKS];
    struct { int size, max; } objects[OBJECTS];
    struct { int *begin; int room, object; } alive[LIVE];
    jmp_buf end;
    int used, memory[MEMORY];
};
static struct record *record;
extern char __data_start, _end;

static void stop(void)
{
    longjmp(record->end, 1);
}

static void give_up(void)
{
    record->useless = 1;
    stop();
}

static void fail(int check)
{
    record->checks[check].failed = 1;
    stop();
}

static int input(int number)
{
    return record->inputs[number];
}

/* Whatever takes too many steps may not end at all. */
static void tick(void)
{
    if (++record->steps > STEPS)
        give_up();
}

static void dies(void *begin)
{
    for (int i = 0; i < record->live; i++)
        if (record->alive[i].begin == (int *)begin)
            record->alive[i--] = record->alive[--record->live];
}

static void lives(int object, int *begin, int room)
{
    dies(begin);
    if (record->live == LIVE)
        give_up();
    record->alive[record->live].begin = begin;
    record->alive[record->live].room = room;
    record->alive[record->live++].object = object;
}

/* Room for a local variable, which is never used again: who points to one that is gone points nowhere. */
static int *fresh(int object, int room)
{
    int *begin = record->memory + record->used;
    if (record->used + room > MEMORY)
        give_up();
    record->used += room;
    memset(begin, 0, room * sizeof *begin);
    lives(object, begin, room);
    return begin;
}

static void leave(int *const *variable)
{
    dies(*variable);
}

/* The place of an element in an object; the room that there is in memory is never left. */
static int at(int check, int object, int room, int index)
{
    record->checks[check].reached = 1;
    if (index > record->objects[object].max)
        record->objects[object].max = index;
    if (index < 0 || index >= room || (record->judging && index >= record->objects[object].size))
        fail(check);
    return index;
}

/* The element that is so far from what a pointer points to. Who follows a pointer to an object that is gone is no help. */
static int *to(int check, int *pointer, int index)
{
    for (int i = 0; i < record->live; i++) {
        int *begin = record->alive[i].begin;
        if (pointer >= begin && pointer < begin + record->alive[i].room)
            return begin + at(check, record->alive[i].object, record->alive[i].room, pointer - begin + index);
    }
    give_up();
    return 0;
}

static void holds(int check, int value)
{
    int bound = record->checks[check].bound;
    if (!record->checks[check].reached || value < record->checks[check].min)
        record->checks[check].min = value;
    if (!record->checks[check].reached || value > record->checks[check].max)
        record->checks[check].max = value;
    if (value >= -16 && value < 48)
        record->checks[check].values |= 1ul << (value + 16);
    record->checks[check].reached = 1;
    if (!record->judging)
        return;
    switch (record->checks[check].comparison) {
    case 0: if (!(value <= bound)) fail(check); break;
    case 1: if (!(value >= bound)) fail(check); break;
    case 2: if (!(value != bound)) fail(check); break;
    default: abort();
    }
}

typedef int program(void);
static program *const programs[];

/* What a job says next. */
static int word(void)
{
    int value;
    if (scanf("%d", &value) != 1)
        abort();
    return value;
}

/* Runs a program on all inputs. A job is PROGRAM INPUTS VALUES CHECKS OBJECTS JUDGING [COMPARISON BOUND ...] [SIZE ...] */
static void job(program *program, char *saved, size_t size)
{
    int inputs = word(), values = word(), checks = word(), objects = word();
    memset(record, 0, sizeof *record);
    for (int i = 0; i < objects; i++)
        record->objects[i].max = -1;
    record->judging = word();
    if (record->judging) {
        for (int i = 0; i < checks; i++) {
            record->checks[i].comparison = word();
            record->checks[i].bound = word();
        }
        for (int i = 0; i < objects; i++)
            record->objects[i].size = word();
    }
    int all = 1;
    for (int i = 0; i < inputs; i++)
        all *= values;
    for (volatile int run = 0; run < all && !record->useless; run++) {
        memcpy(&__data_start, saved, size);
        for (int i = 0, rest = run; i < inputs; i++, rest /= values)
            record->inputs[i] = rest % values;
        record->steps = record->live = record->used = 0;
        if (!setjmp(record->end))
            program();
    }
    printf("%s\n", record->useless ? "useless" : "done");
    for (int i = 0; i < checks; i++)
        printf("check %d %d %d %d %lu\n", record->checks[i].reached, record->checks[i].failed, record->checks[i].min,
               record->checks[i].max, record->checks[i].values);
    for (int i = 0; i < objects; i++)
        printf("object %d\n", record->objects[i].max);
}

int main(void)
{
    size_t size = &_end - &__data_start;
    int shared = MAP_PRIVATE | MAP_ANONYMOUS, number;
    record = mmap(0, sizeof *record, PROT_READ | PROT_WRITE, shared, -1, 0);
    char *saved = mmap(0, size, PROT_READ | PROT_WRITE, shared, -1, 0);
    memcpy(saved, &__data_start, size);
    while (scanf("%d", &number) == 1)
        job(programs[number], saved, size);
    return 0;
}
