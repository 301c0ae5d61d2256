// An array of pointers, sorted and changed.

#include <CoreFoundation/CFArray.h>

#include "../check.h"

static CFComparisonResult byAddress(const void *left, const void *right, void *context)
{
    (void)context;
    return left < right ? kCFCompareLessThan : kCFCompareGreaterThan;
}

static void count(const void *value, void *context)
{
    if (value != NULL) *(int *)context += 1;
}

int main(void)
{
    static const char letters[3] = "ab";
    int counted = 0;
    const void *values[2] = {&letters[1], &letters[0]};
    CFArrayRef array = CFArrayCreate(NULL, values, 2, NULL);
    CFMutableArrayRef changed = CFArrayCreateMutableCopy(NULL, 0, array);

    CFArrayAppendValue(changed, &letters[2]);
    CFArraySortValues(changed, CFRangeMake(0, 3), byAddress, NULL);
    CHECK(CFArrayGetValueAtIndex(changed, 0) == letters && CFArrayGetCount(changed) == 3);
    CHECK(CFArrayGetFirstIndexOfValue(changed, CFRangeMake(0, 3), &letters[2]) == 2);
    CFArrayApplyFunction(changed, CFRangeMake(0, 3), count, &counted);
    CHECK(counted == 3 && CFArrayContainsValue(array, CFRangeMake(0, 2), letters));
    CFArrayRemoveValueAtIndex(changed, 0);
    CFArrayInsertValueAtIndex(changed, 0, &letters[2]);
    CFArraySetValueAtIndex(changed, 1, &letters[2]);
    CFArrayAppendArray(changed, array, CFRangeMake(0, 2));
    CFArrayGetValues(changed, CFRangeMake(3, 2), values);
    CHECK(values[0] == &letters[1] && CFArrayGetCount(changed) == 5);
    CFArrayRemoveAllValues(changed);
    CHECK(CFArrayGetCount(changed) == 0 && CFGetTypeID(array) == CFArrayGetTypeID());
    CFRelease(changed);
    CFRelease(array);
    return 0;
}
