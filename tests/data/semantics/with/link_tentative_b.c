// The other file of link_tentative.
int shared;
int defined_in_b = 11;
int defined_in_a;
int sized[5] = { 1, 2, 3, 4, 5 };
extern int never_used;
struct point { int x, y; };
struct point origin = { 3, 4 };
int tent_arr[4];
int bump(void) { return ++shared + defined_in_a; }
struct point *locate(void) { return &origin; }
