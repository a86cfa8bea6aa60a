// Compresses its input at several levels and strategies, prints checksums of what comes out, and restores it.
#include "zlib.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char input[1 << 20];

int main(void)
{
    uLong n = fread(input, 1, sizeof input, stdin);
    uLong bound = compressBound(n);
    unsigned char *packed = malloc(bound), *restored = malloc(n);
    printf("%lu bytes, adler %lx, crc %lx\n", n, adler32(1, input, n), crc32(0, input, n));
    for (int level = 0; level <= 9; level++)
        for (int strategy = 0; strategy <= 4; strategy++) {
            z_stream s;
            memset(&s, 0, sizeof s);
            if (deflateInit2(&s, level, Z_DEFLATED, 15, 8, strategy) != Z_OK)
                return 1;
            s.next_in = input;
            s.avail_in = n;
            s.next_out = packed;
            s.avail_out = bound;
            if (deflate(&s, Z_FINISH) != Z_STREAM_END)
                return 2;
            uLong size = s.total_out, back = n;
            deflateEnd(&s);
            memset(restored, 0, n);
            int code = uncompress(restored, &back, packed, size);
            printf("level %d strategy %d: %lu bytes, crc %lx, restored %d %lu %d\n", level, strategy, size,
                   crc32(0, packed, size), code, back, memcmp(input, restored, n));
        }
    packed[20] ^= 0x55;
    uLong back = n;
    printf("damaged: %d\n", uncompress(restored, &back, packed, bound));
    printf("%s\n", zlibVersion());
    return 0;
}
