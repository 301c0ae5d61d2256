// A function that returns an object.

#include <CoreFoundation/CFBase.h>

#include "../check.h"

CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED
CF_EXTERN_C_BEGIN

CF_EXPORT CFTypeRef CF_RETURNS_RETAINED kept(CFTypeRef object) CF_WARN_UNUSED_RESULT;

CF_EXTERN_C_END
CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END

CFTypeRef kept(CFTypeRef object)
{
    return CFRetain(object);
}

int main(void)
{
    CFTypeRef object = kept(kCFNull);
    CFRange range = CFRangeMake(2, 3);
    void *memory = CFAllocatorAllocate(kCFAllocatorDefault, 16, 0);

    CHECK(object == kCFNull && CFEqual(object, kCFNull));
    CFRelease(object);
    CHECK(range.location + range.length == 5 && kCFNotFound == -1 && TRUE && !FALSE);
    CHECK(memory != NULL && kCFAllocatorNull != kCFAllocatorMalloc);
    CFAllocatorDeallocate(NULL, memory);
    CHECK(kCFCompareLessThan < kCFCompareEqualTo && sizeof(CFIndex) == sizeof(long));
    return 0;
}
