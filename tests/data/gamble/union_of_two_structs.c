// args: --check bounds
// The length is written through the other member, where it has another name.
union message {
    struct { int length, kind; } text;
    struct { int code, more; } status;
};
static int cells[4];

static void send(union message *m)
{
    m->text.length = 2;
    m->status.code = 9;
    for (int i = 0; i < m->text.length; i++)
        cells[i] = 1; // bad
}

int main(void)
{
    union message message;
    send(&message);
    return 0;
}
