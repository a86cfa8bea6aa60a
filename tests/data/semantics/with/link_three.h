// What the files of link_three share.
struct shared { int count; int (*call)(int); const char *name; };
extern int c_value;
int run_c(struct shared *);
struct shared *get_d(void);
