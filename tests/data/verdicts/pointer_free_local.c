// args: --check pointer
void free(void *);
int main(void) {
    char block[4];
    free(block);
    return 0;
}
