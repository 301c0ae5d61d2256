// A number, and the C library that comes with Core Foundation.

#include <CoreFoundation/CoreFoundation.h>

#include "../check.h"

int main(void)
{
    CFStringRef none = nil;
    char text[16];
    CFNumberRef number;
    int value = 7;

    number = CFNumberCreate(kCFAllocatorDefault, kCFNumberIntType, &value);
    snprintf(text, sizeof text, "%d", (int)CFGetTypeID(number));
    CHECK(none == NULL && strlen(text) > 0 && CFSwapInt16(1) == 256);
    CFShow(number);
    CFRelease(number);
    return 0;
}
