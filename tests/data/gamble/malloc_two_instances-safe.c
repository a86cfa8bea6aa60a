// args: --check assert
// The first object keeps what was written to it.
#include <assert.h>
#include <stdlib.h>

struct cell {
    int value;
};

int main(void)
{
    struct cell *cells[2];
    for (int i = 0; i < 2; i++) {
        cells[i] = malloc(sizeof(struct cell));
        if (!cells[i])
            return 0;
        cells[i]->value = 0;
    }
    cells[0]->value = 1;
    cells[1]->value = 2;
    assert(cells[0]->value != cells[1]->value);
    return 0;
}
