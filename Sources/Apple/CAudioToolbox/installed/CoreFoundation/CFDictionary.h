#pragma once

// Dictionaries.

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN

typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFDictionary *CFMutableDictionaryRef;

/// What a dictionary does with its keys.
typedef struct {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *value1, const void *value2);
    CFHashCode (*hash)(const void *value);
} CFDictionaryKeyCallBacks;

/// What a dictionary does with its values.
typedef struct {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *value1, const void *value2);
} CFDictionaryValueCallBacks;

/// For keys that are objects, which are retained.
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
/// For keys that are strings, which are copied.
extern const CFDictionaryKeyCallBacks kCFCopyStringDictionaryKeyCallBacks;
/// For values that are objects, which are retained.
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;

CFTypeID CFDictionaryGetTypeID(void);
CFDictionaryRef CFDictionaryCreate(
    CFAllocatorRef allocator, const void **keys, const void **values, CFIndex numValues,
    const CFDictionaryKeyCallBacks *keyCallBacks,
    const CFDictionaryValueCallBacks *valueCallBacks);

/// Makes an empty dictionary that can be changed. A capacity of 0 means any number of keys.
CFMutableDictionaryRef CFDictionaryCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *keyCallBacks,
    const CFDictionaryValueCallBacks *valueCallBacks);
void CFDictionarySetValue(CFMutableDictionaryRef theDict, const void *key, const void *value);
void CFDictionaryRemoveValue(CFMutableDictionaryRef theDict, const void *key);
CFIndex CFDictionaryGetCount(CFDictionaryRef theDict);
Boolean CFDictionaryContainsKey(CFDictionaryRef theDict, const void *key);

/// The value of a key; `NULL` when there is none.
const void *CFDictionaryGetValue(CFDictionaryRef theDict, const void *key);
Boolean CFDictionaryGetValueIfPresent(
    CFDictionaryRef theDict, const void *key, const void **value);

/// Copies all keys and values to two buffers for as many as there are; either may be `NULL`.
void CFDictionaryGetKeysAndValues(
    CFDictionaryRef theDict, const void **keys, const void **values);
Boolean CFDictionaryContainsValue(CFDictionaryRef theDict, const void *value);
CFDictionaryRef CFDictionaryCreateCopy(CFAllocatorRef allocator, CFDictionaryRef theDict);
CFMutableDictionaryRef CFDictionaryCreateMutableCopy(
    CFAllocatorRef allocator, CFIndex capacity, CFDictionaryRef theDict);

/// Adds a value if the key is new.
void CFDictionaryAddValue(CFMutableDictionaryRef theDict, const void *key, const void *value);

/// Replaces a value if the key is there.
void CFDictionaryReplaceValue(
    CFMutableDictionaryRef theDict, const void *key, const void *value);
void CFDictionaryRemoveAllValues(CFMutableDictionaryRef theDict);

typedef void (*CFDictionaryApplierFunction)(const void *key, const void *value, void *context);
void CFDictionaryApplyFunction(
    CFDictionaryRef theDict, CFDictionaryApplierFunction applier, void *context);

CF_EXTERN_C_END
