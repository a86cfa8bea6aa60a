// args: --check div,shift,overflow
int quotient(int a, int b, unsigned u, long l) {
    return a / b + a % 3 + (int)(10u / u) + (int)(l / -1);
}

long sums(int i, long l, long m, unsigned char c, short s) {
    i++;
    l = l + m;
    l = l - m;
    l = l * m;
    i = i * 3;
    i = c + s;
    i = -i;
    l -= 5;
    return i - 7 + l + (c << s) + (l >> 63) + (1u << c);
}

int main(void) {
    return (int)sums(1, 2, 3, 4, 5) + quotient(1, 2, 3, 4);
}
