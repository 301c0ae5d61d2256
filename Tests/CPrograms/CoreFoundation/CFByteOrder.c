// Numbers of a big-endian file.

#include <CoreFoundation/CFByteOrder.h>

#include "../check.h"

int main(void)
{
    CFSwappedFloat32 swapped = CFConvertFloat32HostToSwapped(1.5f);
    CFSwappedFloat64 wide = CFConvertDoubleHostToSwapped(-2.5);
    UInt8 bytes[4];

    memcpy(bytes, &swapped.v, 4);
    CHECK(bytes[0] == 0x3F && bytes[1] == 0xC0);
    CHECK(CFConvertFloatSwappedToHost(swapped) == 1.5f);
    CHECK(CFConvertFloat64SwappedToHost(wide) == -2.5);
    CHECK(CFConvertDoubleSwappedToHost(wide) == -2.5);
    CHECK(CFSwapInt16(0x0102) == 0x0201 && CFSwapInt32(0x01020304) == 0x04030201);
    CHECK(CFSwapInt64(1) == (uint64_t)1 << 56);
    CHECK(CFSwapInt32BigToHost(CFSwapInt32HostToBig(99)) == 99);
    CHECK(CFSwapInt16LittleToHost(CFSwapInt16HostToLittle(99)) == 99);
    CHECK(CFSwapInt64HostToBig(1) == CFSwapInt64(CFSwapInt64HostToLittle(1)));
    CHECK(CFByteOrderGetCurrent() != CFByteOrderUnknown);
    return 0;
}
