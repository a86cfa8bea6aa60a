// A thread that is started through a pointer is still a thread.
extern int pthread_create(void *, void *, void *(*)(void *), void *);
static int (*start)(void *, void *, void *(*)(void *), void *) = pthread_create;
static void *run(void *p) { return p; }
int main(void)
{
    long id;
    return start(&id, 0, run, 0);
}
