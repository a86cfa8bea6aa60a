// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
char *strcpy(char *, const char *);
char *strncat(char *, const char *, size_t);
size_t strlen(const char *);
size_t fread(void *, size_t, size_t, void *);
void fill(int *, const int *, int);

struct s { int id; char name[8]; } s;

int main(void) {
    char buffer[16], other[4];
    size_t n;
    int numbers[3];
    fill(numbers, &s.id, 3);
    n = numbers[0];
    memcpy(buffer, &s, sizeof s);
    memcpy(other, buffer, n);
    strcpy(buffer, "short");
    strcpy(other, "too long");
    strcpy(s.name, buffer);
    strncat(buffer, other, n);
    fread(numbers, sizeof(int), n, 0);
    return (int)strlen(s.name);
}
