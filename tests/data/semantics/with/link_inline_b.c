// The other file of link_inline: the same inline functions, one of them with its external definition here.
inline int twice(int x) { return 2 * x; }
extern inline int twice(int x);
static inline int local(int x) { return x + 200; }
int b(int x) { return twice(x) + local(x); }
int (*address_in_b(void))(int) { return twice; }
