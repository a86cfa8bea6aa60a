// args: --check bounds
// The loop is left and entered again in its middle, with another index.
static int cells[4], events;

int main(void)
{
    int i = 0;
    while (i < 4) {
        if (i == 2 && events == 0)
            goto event;
    back:
        cells[i] = 1; // bad
        i++;
    }
    return 0;
event:
    events++;
    i += 2;
    goto back;
}
