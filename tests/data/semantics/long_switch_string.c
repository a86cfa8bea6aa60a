// A state machine over a string with a table and a switch, as parsers are written.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum tok { END, NUM, ADD, SUB, MUL, DIV, LP, RP, BAD };
static const char *src;
static long value;
static enum tok tok;

static void advance(void)
{
    while (*src && isspace((unsigned char)*src))
        src++;
    switch (*src) {
    case 0: tok = END; return;
    case '+': tok = ADD; break;
    case '-': tok = SUB; break;
    case '*': tok = MUL; break;
    case '/': tok = DIV; break;
    case '(': tok = LP; break;
    case ')': tok = RP; break;
    default:
        if (!isdigit((unsigned char)*src)) {
            tok = BAD;
            break;
        }
        for (value = 0; *src >= '0' && *src <= '9'; src++)
            value = value * 10 + (*src - '0');
        tok = NUM;
        return;
    }
    src++;
}

static long expr(void);
static long factor(void)
{
    long v;
    switch (tok) {
    case NUM: v = value; advance(); return v;
    case SUB: advance(); return -factor();
    case LP:
        advance();
        v = expr();
        if (tok == RP)
            advance();
        return v;
    default: return 0;
    }
}
static long term(void)
{
    long v = factor();
    for (;;) {
        if (tok == MUL) { advance(); v *= factor(); }
        else if (tok == DIV) { advance(); long d = factor(); if (d) v /= d; }
        else return v;
    }
}
static long expr(void)
{
    long v = term();
    while (tok == ADD || tok == SUB) {
        enum tok t = tok;
        advance();
        v = t == ADD ? v + term() : v - term();
    }
    return v;
}
static long eval(const char *s) { src = s; advance(); return expr(); }

int main(void)
{
    static const char *tests[] = { "1+2*3", "(1+2)*3", "-4 - -5", "100/7/2", "2*(3+(4-1))*2", "7/0", "" };
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        printf("%s = %ld\n", tests[i], eval(tests[i]));
    return (int)eval("6*7");
}
