/* left in by hand */ int main(void) // and this
{
    return undefined_name;
}
