// A thermostat whose upper threshold is at the end of the band overshoots.
// expect: violated
// unwind: 5
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int temperature = 20, heating = 0;
    while (1) {
        if (temperature <= 18)
            heating = 1;
        else if (temperature >= 25)
            heating = 0;
        int drift = __VERIFIER_nondet_bool() ? 1 : 0;
        temperature += heating ? 1 + drift : -1 - drift;
        assert(temperature >= 15 && temperature <= 25); // bad
    }
}
