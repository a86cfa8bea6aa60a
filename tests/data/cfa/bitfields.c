struct flags { unsigned a : 3; signed b : 5; _Bool c; };
int pack(struct flags *f, int v)
{
    f->a = v;
    f->b += v;
    f->c = v;
    return f->a++;
}
