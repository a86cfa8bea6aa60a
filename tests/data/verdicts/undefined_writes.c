// args: --check bounds
void change(int *);
void look(const int *);
int main(void) {
    int a[4] = {0}, i = 0, j = 0;
    look(&i);
    int before = a[i];
    change(&j);
    return before + a[j];
}
