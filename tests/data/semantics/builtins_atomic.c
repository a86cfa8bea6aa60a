// __sync and __atomic builtins, used by one thread.
#include <stdio.h>

static int counter;
static long long wide = 10;
static int *ptr;

int main(void)
{
    printf("%d\n", __sync_fetch_and_add(&counter, 5));
    int r = __sync_add_and_fetch(&counter, 2);
    printf("%d\n", r);
    r = __sync_fetch_and_sub(&counter, 1); printf("%d %d\n", r, counter);
    r = __sync_fetch_and_or(&counter, 8); printf("%d %d\n", r, counter);
    r = __sync_and_and_fetch(&counter, 12); printf("%d\n", r);
    r = __sync_bool_compare_and_swap(&counter, 12, 40); printf("%d %d\n", r, counter);
    r = __sync_val_compare_and_swap(&counter, 1, 2); printf("%d %d\n", r, counter);
    r = __sync_lock_test_and_set(&counter, 3); printf("%d %d\n", r, counter);
    __sync_lock_release(&counter);
    __sync_synchronize();
    printf("%d\n", counter);
    __atomic_store_n(&counter, 7, __ATOMIC_SEQ_CST);
    printf("%d\n", __atomic_load_n(&counter, __ATOMIC_ACQUIRE));
    r = __atomic_fetch_add(&counter, 3, __ATOMIC_RELAXED); printf("%d %d\n", r, counter);
    r = __atomic_sub_fetch(&counter, 4, __ATOMIC_SEQ_CST); printf("%d\n", r);
    r = __atomic_exchange_n(&counter, 100, __ATOMIC_SEQ_CST); printf("%d %d\n", r, counter);
    int expected = 100;
    r = __atomic_compare_exchange_n(&counter, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d\n", r, counter);
    r = __atomic_compare_exchange_n(&counter, &expected, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", r, counter, expected);
    long long w;
    __atomic_load(&wide, &w, __ATOMIC_SEQ_CST);
    w += 5;
    __atomic_store(&wide, &w, __ATOMIC_SEQ_CST);
    printf("%lld\n", wide);
    __atomic_store_n(&ptr, &counter, __ATOMIC_RELEASE);
    *__atomic_load_n(&ptr, __ATOMIC_RELAXED) = 9;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    _Atomic int at = 4;
    at++;
    at += 3;
    return counter + at;
}
