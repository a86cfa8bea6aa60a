// One of the files of link_three.
#include "link_three.h"

static int secret = 3;
int c_value = 30;
int run_c(struct shared *s) { s->count += secret++; return s->call(s->count); }
