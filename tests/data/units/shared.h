static int twice(int x) {
  int r = 2 * x;
  return r;
}
