// Bytes that are not copied, and a copy that changes.

#include <CoreFoundation/CFData.h>

#include "../check.h"

int main(void)
{
    static const UInt8 bytes[4] = {1, 2, 3, 4};
    UInt8 copy[2] = {0, 0};
    CFDataRef data = CFDataCreateWithBytesNoCopy(NULL, bytes, 4, kCFAllocatorNull);
    CFMutableDataRef changed = CFDataCreateMutableCopy(NULL, 0, data);

    CHECK(CFDataGetLength(data) == 4 && CFDataGetBytePtr(data)[2] == 3);
    CFDataGetBytes(data, CFRangeMake(1, 2), copy);
    CHECK(copy[0] == 2 && copy[1] == 3);
    CFDataAppendBytes(changed, bytes, 2);
    CFDataDeleteBytes(changed, CFRangeMake(0, 1));
    CFDataGetMutableBytePtr(changed)[0] = 9;
    CHECK(CFDataGetLength(changed) == 5 && CFDataGetBytePtr(changed)[0] == 9);
    CFDataSetLength(changed, 1);
    CFDataIncreaseLength(changed, 1);
    CHECK(CFDataGetLength(changed) == 2);
    CFRelease(changed);
    CFRelease(data);
    return 0;
}
