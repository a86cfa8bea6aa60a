// args: --check bounds
// The other member has something else at this place.
union message {
    struct { int length, kind; } text;
    struct { int unused, code; } status;
};
static int cells[4];

static void send(union message *m)
{
    m->text.length = 2;
    m->status.code = 9;
    for (int i = 0; i < m->text.length; i++)
        cells[i] = 1;
}

int main(void)
{
    union message message;
    send(&message);
    return 0;
}
