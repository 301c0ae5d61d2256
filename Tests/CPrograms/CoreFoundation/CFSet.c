// A set of one object.

#include <CoreFoundation/CFSet.h>

#include "../check.h"

static void count(const void *value, void *context)
{
    if (value != NULL) *(int *)context += 1;
}

int main(void)
{
    int counted = 0;
    CFMutableSetRef set = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
    const void *values[1];

    CFSetAddValue(set, kCFNull);
    CFSetSetValue(set, kCFNull);
    CFSetApplyFunction(set, count, &counted);
    CHECK(CFSetGetCount(set) == 1 && counted == 1 && CFSetContainsValue(set, kCFNull));
    CFSetGetValues(set, values);
    CHECK(values[0] == kCFNull && CFSetGetValue(set, kCFNull) == kCFNull);
    CFSetRemoveValue(set, kCFNull);
    CHECK(CFSetGetCount(set) == 0 && CFGetTypeID(set) == CFSetGetTypeID());
    CFRelease(set);
    return 0;
}
