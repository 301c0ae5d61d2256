// A number in several types.

#include <CoreFoundation/CFNumber.h>

#include "../check.h"

int main(void)
{
    SInt64 value = 5000000000;
    SInt32 small = 0;
    Float64 real = 0;
    CFNumberRef number = CFNumberCreate(NULL, kCFNumberSInt64Type, &value);

    CHECK(CFNumberGetValue(number, kCFNumberFloat64Type, &real) && real == 5e9);
    CHECK(!CFNumberGetValue(number, kCFNumberSInt32Type, &small));
    CHECK(CFNumberGetByteSize(number) == 8 && !CFNumberIsFloatType(number));
    CHECK(CFNumberCompare(number, number, NULL) == kCFCompareEqualTo);
    CHECK(CFNumberGetType(number) == kCFNumberSInt64Type);
    CHECK(CFBooleanGetValue(kCFBooleanTrue) && !CFBooleanGetValue(kCFBooleanFalse));
    CHECK(CFGetTypeID(number) == CFNumberGetTypeID());
    CFRelease(number);
    return 0;
}
