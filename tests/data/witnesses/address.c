extern void reach_error(void);
int main(void) {
  int y = 1;
  unsigned long x = (unsigned long) &y;
  y = 2;
  int *p = (int *) x;
  *p = 5;
  if (y == 5)
    reach_error();
  return 0;
}
