/* Runs one program after the other on random inputs, each in a process of its own, and says what each one did. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf out;
static unsigned seed, asked[4096];
static unsigned events, steps;
static char text[1 << 16];
static size_t used;

static void end(char how)
{
    text[used++] = how;
    longjmp(out, 1);
}

static void step(void)
{
    if (++steps > 4000)
        end('L');
}

static void event(char kind, int number, int value)
{
    used += sprintf(text + used, "%c%d:%d ", kind, number, value);
    if (++events >= 120)
        end('L');
    step();
}

/* What a place asks for depends on how often it has asked, and on nothing else. */
int any(int site)
{
    unsigned x = seed * 2654435761u + site * 40503u + asked[site]++ * 69069u;
    step();
    x ^= x >> 13;
    x *= 2246822519u;
    x ^= x >> 15;
    return x & 7;
}

void t(int number, int value) { event('t', number, value); }
void stop(void) { end('S'); }
void __VERIFIER_assume(int holds) { if (!holds) end('X'); }
void __CPROVER_assert(_Bool holds, const char *name)
{
    event('a', atoi(name), holds);
    /* Going on shows more; ending is what verifiers take for granted. */
    if (!holds && seed % 2)
        end('A');
}

struct program { const char *name; int (*run)(void); };
extern const struct program programs[];
extern const int count, runs;

int main(void)
{
    for (int number = 0; number < count; number++)
        for (seed = 1; seed <= (unsigned)runs; seed++) {
            fflush(stdout);
            pid_t child = fork();
            int status = 0;
            if (child == 0) {
                /* Only a program with a fault takes longer. */
                struct itimerval limit = {{0, 0}, {0, 100000}};
                setitimer(ITIMER_VIRTUAL, &limit, 0);
                if (!setjmp(out)) {
                    programs[number].run();
                    end('E');
                }
                text[used] = 0;
                printf("%s %u %s\n", programs[number].name, seed, text);
                fflush(stdout);
                _exit(0);
            }
            waitpid(child, &status, 0);
            if (status)
                printf("%s %u crashed\n", programs[number].name, seed);
        }
    return 0;
}
