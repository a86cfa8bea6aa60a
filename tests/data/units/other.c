#include "shared.h"
int other(int x) {
  return twice(x + 100);
}
