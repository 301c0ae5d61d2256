// A string, written and read.

#include <CoreFoundation/CFPropertyList.h>

#include "../check.h"

int main(void)
{
    CFPropertyListFormat format = 0;
    CFErrorRef error = NULL;
    CFDataRef data = CFPropertyListCreateData(
        NULL, CFSTR("text"), kCFPropertyListBinaryFormat_v1_0, 0, &error);
    CFPropertyListRef read = CFPropertyListCreateWithData(
        NULL, data, kCFPropertyListImmutable, &format, &error);

    CHECK(CFPropertyListIsValid(read, kCFPropertyListXMLFormat_v1_0));
    CHECK(format == kCFPropertyListBinaryFormat_v1_0 && CFEqual(read, CFSTR("text")));
    CHECK(error == NULL);
    CFRelease(read);
    CFRelease(data);
    return 0;
}
