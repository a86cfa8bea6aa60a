// args: emit --library lost_definition.c
// A definition that cannot be modelled must not vanish from what is printed to be linked with others.
int f(void) { return 3; }
_Complex double z = 1.0;
