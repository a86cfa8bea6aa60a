static const double pi = 3.14159, tiny = 0x1p-1074;
static const float third = 1.0f / 3;
static const unsigned long long big = 18446744073709551615u;
static const long long least = -9223372036854775807LL - 1;
static const char text[] = "tab\there \"quoted\" \\ \x01\x7f" "1";
static const int wide[] = L"w\u263a";
int main(void)
{
    int least_int = -2147483647 - 1;
    return pi > tiny && third < 1 && big > 5 && least < 0 && text[0] && wide[0] && least_int < 0 && 'a' == 97;
}
