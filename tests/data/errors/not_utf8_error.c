int main(void)
{
    /* ÿþ */ char *s = "é"; return s[0] + nix;
}
