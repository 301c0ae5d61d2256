// Two dates.

#include <CoreFoundation/CFDate.h>

#include "../check.h"

int main(void)
{
    CFDateRef date = CFDateCreate(NULL, 60);
    CFDateRef later = CFDateCreate(NULL, 90);

    CHECK(CFDateGetAbsoluteTime(date) == 60 && CFDateGetTimeIntervalSinceDate(later, date) == 30);
    CHECK(CFDateCompare(date, later, NULL) == kCFCompareLessThan);
    CHECK(CFGetTypeID(date) == CFDateGetTypeID() && CFAbsoluteTimeGetCurrent() > 0);
    CHECK(kCFAbsoluteTimeIntervalSince1970 == 978307200.0);
    CFRelease(date);
    CFRelease(later);
    return 0;
}
