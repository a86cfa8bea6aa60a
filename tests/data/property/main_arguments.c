// args: --check bounds
extern int configured;
int main(int argc, char **argv) {
    int a[4];
    a[argc] = configured;
    return 0;
}
