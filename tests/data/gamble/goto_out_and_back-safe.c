// args: --check bounds
// The index is the same when the loop is entered again.
static int cells[4], events;

int main(void)
{
    int i = 0;
    while (i < 4) {
        if (i == 2 && events == 0)
            goto event;
    back:
        cells[i] = 1;
        i++;
    }
    return 0;
event:
    events++;
    i += 1;
    goto back;
}
