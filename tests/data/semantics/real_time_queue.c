// A ring buffer, a hash table with chaining and a priority queue in one program with dynamic memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING 8
static int ring[RING];
static unsigned head, tail;
static int put(int v) { if (head - tail == RING) return 0; ring[head++ % RING] = v; return 1; }
static int get(int *v) { if (head == tail) return 0; *v = ring[tail++ % RING]; return 1; }

struct entry { struct entry *next; char *key; int value; };
static struct entry *buckets[16];
static unsigned hash(const char *s) { unsigned h = 2166136261u; while (*s) { h ^= (unsigned char)*s++; h *= 16777619u; } return h; }
static int *lookup(const char *key, int create)
{
    struct entry **p = &buckets[hash(key) & 15];
    for (; *p; p = &(*p)->next)
        if (!strcmp((*p)->key, key))
            return &(*p)->value;
    if (!create)
        return NULL;
    *p = calloc(1, sizeof **p);
    (*p)->key = strcpy(malloc(strlen(key) + 1), key);
    return &(*p)->value;
}

static int heap[32], size;
static void push(int v) { int i = size++; while (i && heap[(i - 1) / 2] > v) { heap[i] = heap[(i - 1) / 2]; i = (i - 1) / 2; } heap[i] = v; }
static int pop(void)
{
    int top = heap[0], v = heap[--size], i = 0, c;
    while ((c = 2 * i + 1) < size) {
        if (c + 1 < size && heap[c + 1] < heap[c])
            c++;
        if (heap[c] >= v)
            break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = v;
    return top;
}

int main(void)
{
    int v, n = 0;
    for (int i = 0; i < 12; i++) {
        n += put(i);
        if (i % 3 == 0 && get(&v))
            printf("%d ", v);
    }
    printf("%d %u\n", n, head - tail);
    static const char *words[] = { "the", "cat", "the", "dog", "a", "cat", "the" };
    for (unsigned i = 0; i < 7; i++)
        ++*lookup(words[i], 1);
    printf("%d %d %d %d\n", *lookup("the", 0), *lookup("cat", 0), *lookup("a", 0), lookup("x", 0) == NULL);
    for (unsigned i = 0; i < 16; i++)
        for (struct entry *e = buckets[i], *next; e; e = next) {
            next = e->next;
            free(e->key);
            free(e);
        }
    int in[] = { 5, 9, 1, 7, 3, 8, 2 };
    for (int i = 0; i < 7; i++)
        push(in[i]);
    while (size)
        printf("%d ", pop());
    printf("\n");
    return n;
}
