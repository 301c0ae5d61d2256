// An identifier and its text.

#include <CoreFoundation/CFUUID.h>

#include "../check.h"

int main(void)
{
    CFUUIDRef uuid = CFUUIDCreateFromString(NULL, CFSTR("01020304-0506-0708-090A-0B0C0D0E0F10"));
    CFStringRef text = CFUUIDCreateString(NULL, uuid);
    CFUUIDBytes bytes = CFUUIDGetUUIDBytes(uuid);

    CHECK(CFEqual(text, CFSTR("01020304-0506-0708-090A-0B0C0D0E0F10")));
    CHECK(bytes.byte0 == 1 && bytes.byte15 == 16);
    CFRelease(text);
    CFRelease(uuid);
    return 0;
}
