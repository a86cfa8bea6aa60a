double mix(char c, unsigned u, long long ll, float f)
{
    u += c;
    ll = u * -1;
    f = ll / 3 + f;
    return c ? u : f;
}
