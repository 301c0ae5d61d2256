#pragma once

// Sets.

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN

typedef const struct __CFSet *CFSetRef;
typedef struct __CFSet *CFMutableSetRef;

/// What a set does with the values that it holds.
typedef struct {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *value1, const void *value2);
    CFHashCode (*hash)(const void *value);
} CFSetCallBacks;

/// For a set of objects, which are retained.
extern const CFSetCallBacks kCFTypeSetCallBacks;

CFTypeID CFSetGetTypeID(void);
CFSetRef CFSetCreate(
    CFAllocatorRef allocator, const void **values, CFIndex numValues,
    const CFSetCallBacks *callBacks);
CFSetRef CFSetCreateCopy(CFAllocatorRef allocator, CFSetRef theSet);

/// Makes an empty set that can be changed. A capacity of 0 means any number of values.
CFMutableSetRef CFSetCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFSetCallBacks *callBacks);
void CFSetAddValue(CFMutableSetRef theSet, const void *value);
void CFSetSetValue(CFMutableSetRef theSet, const void *value);
void CFSetRemoveValue(CFMutableSetRef theSet, const void *value);
void CFSetRemoveAllValues(CFMutableSetRef theSet);
CFIndex CFSetGetCount(CFSetRef theSet);
Boolean CFSetContainsValue(CFSetRef theSet, const void *value);

/// The value of a set that equals another; `NULL` when there is none.
const void *CFSetGetValue(CFSetRef theSet, const void *value);

/// Copies all values to a buffer for as many as there are.
void CFSetGetValues(CFSetRef theSet, const void **values);

typedef void (*CFSetApplierFunction)(const void *value, void *context);
void CFSetApplyFunction(CFSetRef theSet, CFSetApplierFunction applier, void *context);

CF_EXTERN_C_END
