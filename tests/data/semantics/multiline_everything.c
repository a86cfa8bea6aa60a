// Tokens split by line ends and comments; a declaration of a single function over many lines; form feeds.
#include <stdio.h>
static
int
add
(
int
a
,
int b /* between
tokens */
)
{
    return a
    +
    b
    ;
}

int main(void)
{
    int x\
y = 3;
    printf("%d\n",
           add(
               1,
               /* two */ 2));
    char *s = "a"
              "b"

              "c";
    puts(s);
    return xy;
}
