// The setting of the paper: assertions about the indices alone, put into a copy of tls_fe.c. Every index that is not a
// constant has one: 19 in the functions that are used, where the paper has 13 in an older, modified file.
#undef NDEBUG
#include <assert.h>
#define INDEX(i) (assert(0 <= (i) && (i) < 32), (i))
#define TLS_FE "tls_fe-with-indices.c"
#include "tls_fe.c"
