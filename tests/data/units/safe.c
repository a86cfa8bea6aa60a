#include "shared.h"
int other(int x);
int main(void) {
  return twice(1) + other(2);
}
