// flags: -DVALUE=41 -DNAME="named" -UUNDEF -include stdio.h
// Flags that change the program: definitions, an included header.
#define STR_(x) #x
#define STR(x) STR_(x)
#ifdef UNDEF
#error "UNDEF is defined"
#endif

int main(void)
{
    printf("%s\n", STR(NAME));
    return VALUE + 1;
}
