#pragma once

// Arrays.

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN

typedef const struct __CFArray *CFArrayRef;
typedef struct __CFArray *CFMutableArrayRef;

typedef const void *(*CFArrayRetainCallBack)(CFAllocatorRef allocator, const void *value);
typedef void (*CFArrayReleaseCallBack)(CFAllocatorRef allocator, const void *value);
typedef CFStringRef (*CFArrayCopyDescriptionCallBack)(const void *value);
typedef Boolean (*CFArrayEqualCallBack)(const void *value1, const void *value2);

/// What an array does with the values that it holds.
typedef struct {
    CFIndex version;
    CFArrayRetainCallBack retain;
    CFArrayReleaseCallBack release;
    CFArrayCopyDescriptionCallBack copyDescription;
    CFArrayEqualCallBack equal;
} CFArrayCallBacks;

/// For an array of objects, which are retained.
extern const CFArrayCallBacks kCFTypeArrayCallBacks;

CFTypeID CFArrayGetTypeID(void);
CFArrayRef CFArrayCreate(
    CFAllocatorRef allocator, const void **values, CFIndex numValues,
    const CFArrayCallBacks *callBacks);

/// Makes an empty array that can be changed. A capacity of 0 means any number of values.
CFMutableArrayRef CFArrayCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFArrayCallBacks *callBacks);
void CFArrayAppendValue(CFMutableArrayRef theArray, const void *value);
CFIndex CFArrayGetCount(CFArrayRef theArray);

/// A value of an array. The index must be less than the count.
const void *CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx);
void CFArrayGetValues(CFArrayRef theArray, CFRange range, const void **values);
Boolean CFArrayContainsValue(CFArrayRef theArray, CFRange range, const void *value);
/// The index of the first such value in a range; -1 when there is none.
CFIndex CFArrayGetFirstIndexOfValue(CFArrayRef theArray, CFRange range, const void *value);
CFArrayRef CFArrayCreateCopy(CFAllocatorRef allocator, CFArrayRef theArray);
CFMutableArrayRef CFArrayCreateMutableCopy(
    CFAllocatorRef allocator, CFIndex capacity, CFArrayRef theArray);
void CFArrayInsertValueAtIndex(CFMutableArrayRef theArray, CFIndex idx, const void *value);
void CFArraySetValueAtIndex(CFMutableArrayRef theArray, CFIndex idx, const void *value);
void CFArrayRemoveValueAtIndex(CFMutableArrayRef theArray, CFIndex idx);
void CFArrayRemoveAllValues(CFMutableArrayRef theArray);
void CFArrayAppendArray(
    CFMutableArrayRef theArray, CFArrayRef otherArray, CFRange otherRange);
void CFArraySortValues(
    CFMutableArrayRef theArray, CFRange range, CFComparatorFunction comparator, void *context);

typedef void (*CFArrayApplierFunction)(const void *value, void *context);
void CFArrayApplyFunction(
    CFArrayRef theArray, CFRange range, CFArrayApplierFunction applier, void *context);

CF_EXTERN_C_END
