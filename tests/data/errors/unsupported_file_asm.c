__asm__(".globl thing\nthing: ret");
void thing(void);
int main(void) { thing(); return 0; }
