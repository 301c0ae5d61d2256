// An error.

#include <CoreFoundation/CFError.h>

#include "../check.h"

int main(void)
{
    CFErrorRef error = CFErrorCreate(NULL, kCFErrorDomainOSStatus, -50, NULL);
    CFStringRef description = CFErrorCopyDescription(error);

    CHECK(CFErrorGetCode(error) == -50 && CFEqual(CFErrorGetDomain(error), kCFErrorDomainOSStatus));
    CHECK(description != NULL && CFGetTypeID(error) == CFErrorGetTypeID());
    CFRelease(description);
    CFRelease(error);
    return 0;
}
