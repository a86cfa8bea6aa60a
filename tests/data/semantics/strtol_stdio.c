// stdin: 12 0x1f 077 -5 word
// Input and number parsing by the C library: scanf, strtol, strtod, snprintf.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a, b, c, d;
    char w[10];
    int n = scanf("%d %i %i %d %9s", &a, &b, &c, &d, w);
    printf("%d: %d %d %d %d %s\n", n, a, b, c, d, w);
    char *end;
    printf("%ld", strtol("  42abc", &end, 10));
    printf(" %s\n", end);
    printf("%ld %ld %ld\n", strtol("ff", 0, 16), strtol("-101", 0, 2), strtol("0x10", 0, 0));
    errno = 0;
    long long v = strtoll("99999999999999999999", 0, 10);
    printf("%d %d\n", v == LLONG_MAX, errno == ERANGE);
    printf("%.3f\n", strtod("3.25e2xyz", &end));
    char buf[8];
    n = snprintf(buf, sizeof buf, "%s-%d", "long", 123456);
    printf("%d %s\n", n, buf);
    printf("%5d|%-5d|%05d|%+d|%x|%o|%#x\n", 42, 42, 42, 42, 255, 8, 255);
    printf("%c%c %10.3f %e %s %.2s\n", 'a', 'b', 3.14159, 12345.678, "str", "cut");
    printf("%d\n", feof(stdin) ? 1 : getchar() == '\n');
    return atoi("19");
}
