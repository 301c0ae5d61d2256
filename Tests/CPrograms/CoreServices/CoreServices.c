// Fixed-point numbers, byte orders and errors in one.

#include <CoreServices/CoreServices.h>

#include "../check.h"

int main(void)
{
    Fixed rate = FloatToFixed(1.5f);
    OSErr result = eofErr;

    CHECK(FixedToFloat(rate) == 1.5f && result == -39);
    CHECK(EndianU32_BtoN(EndianU32_NtoB(0x52494646)) == 0x52494646);
    CHECK(CFEqual(CFSTR("a"), CFSTR("a")));
    return 0;
}
