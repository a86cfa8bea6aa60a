// The sieve of Eratosthenes leaves exactly ten primes below thirty.
// expect: proved
// unwind: 29
#include <assert.h>

int main(void) {
    _Bool composite[30] = {0};
    int primes = 0;
    for (int i = 2; i < 30; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = i + i; j < 30; j += i)
            composite[j] = 1;
    }
    assert(primes == 10);
    assert(!composite[29] && composite[27]);
    return 0;
}
