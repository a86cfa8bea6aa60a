// args: --check bounds
int main(int argc, char **argv) {
    int a[4] = {0};
    if (argc < 4)
        a[argc] = 1;
    return a[argc];
}
