// args: --check bounds
int main(void) {
    int a[8] = {0}, *p = &a[4];
    int first = p[-4], last = p[3];
    int before = p[-5];
    return first + last + before;
}
