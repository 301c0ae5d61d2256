// The chunks of a file, at addresses that are not aligned.

#include <libkern/OSByteOrder.h>

#include "../check.h"

struct chunk {
    uint32_t type;
    uint32_t size;
};

int main(void)
{
    unsigned char bytes[16] = {0};
    struct chunk chunk;

    OSWriteBigInt32(bytes, 1, 0x52494646);
    CHECK(bytes[1] == 0x52 && bytes[4] == 0x46 && OSReadBigInt32(bytes, 1) == 0x52494646);
    OSWriteLittleInt16(bytes, 5, 0x0102);
    CHECK(bytes[5] == 2 && OSReadLittleInt16(bytes, 5) == 0x0102);
    CHECK(OSReadBigInt16(bytes, 5) == 0x0201);
    OSWriteLittleInt64(bytes, 7, 1);
    CHECK(bytes[7] == 1 && OSReadBigInt64(bytes, 7) == (uint64_t)1 << 56);
    OSWriteBigInt64(bytes, 7, 3);
    OSWriteBigInt16(bytes, 0, 9);
    OSWriteLittleInt32(bytes, 2, 8);
    CHECK(bytes[14] == 3 && bytes[1] == 9 && OSReadLittleInt32(bytes, 2) == 8);
    CHECK(OSReadLittleInt64(bytes, 7) == (uint64_t)3 << 56);
    chunk.type = OSSwapHostToBigInt32(0x64617461);
    chunk.size = OSSwapHostToLittleInt32(16);
    CHECK(memcmp(&chunk, "data\20\0\0", 7) == 0);
    CHECK(OSSwapBigToHostInt16(OSSwapHostToBigInt16(7)) == 7 && OSSwapInt16(0x0102) == 0x0201);
    CHECK(OSSwapLittleToHostInt64(OSSwapHostToLittleInt64(7)) == 7 && OSSwapInt32(1) == 1 << 24);
    CHECK(OSSwapBigToHostConstInt32(OSSwapHostToBigConstInt32(5)) == 5 && OSSwapInt64(0) == 0);
    CHECK(OSHostByteOrder() == OSLittleEndian || OSHostByteOrder() == OSBigEndian);
    return 0;
}
