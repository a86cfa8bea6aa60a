// One of the files of link_three.
#include "link_three.h"

static int secret = 4;
static int times(int n) { return n * secret; }
static struct shared mine = { 1, times, "d" };
struct shared *get_d(void) { secret++; return &mine; }
