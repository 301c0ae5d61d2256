#pragma once

// The base of Core Foundation: types, attributes of declarations, and what every object has.

#include <CoreFoundation/CFAvailability.h>
#include <MacTypes.h>
#include <stdarg.h>

#define __COREFOUNDATION_CFBASE__ 1

#if defined(__cplusplus)
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif

#define CF_EXPORT extern
#define CF_INLINE static __inline__

#if !defined(TRUE)
#define TRUE 1
#endif
#if !defined(FALSE)
#define FALSE 0
#endif

#if !defined(__has_feature)
#define SORI_HAS_NULLABILITY 0
#else
#define SORI_HAS_NULLABILITY __has_feature(nullability)
#endif

#if SORI_HAS_NULLABILITY
#define CF_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END
#if !defined(_Nullable)
#define _Nullable
#endif
#if !defined(_Nonnull)
#define _Nonnull
#endif
#if !defined(_Null_unspecified)
#define _Null_unspecified
#endif
#endif

// What Objective-C and Swift read of a declaration.
#define CF_IMPLICIT_BRIDGING_ENABLED
#define CF_IMPLICIT_BRIDGING_DISABLED
#define CF_BRIDGED_TYPE(T)
#define CF_BRIDGED_MUTABLE_TYPE(T)
#define CF_RELATED_TYPE(T, C, I)
#define CF_RETURNS_RETAINED
#define CF_RETURNS_NOT_RETAINED
#define CF_RELEASES_ARGUMENT
#define CF_CONSUMED
#define CF_REFINED_FOR_SWIFT
#define CF_SWIFT_NAME(_name)
#define CF_NOESCAPE
#define CF_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))

CF_EXTERN_C_BEGIN

// MARK: Base types

typedef signed long CFIndex;
typedef unsigned long CFTypeID;
typedef unsigned long CFHashCode;
typedef unsigned long CFOptionFlags;

/// Any object.
typedef const void *CFTypeRef;
/// An object of a property list: a string, number, Boolean, date, data, array or dictionary.
typedef CFTypeRef CFPropertyListRef;
typedef const struct __CFString *CFStringRef;
typedef struct __CFString *CFMutableStringRef;

typedef struct {
    CFIndex location;
    CFIndex length;
} CFRange;

CF_INLINE CFRange CFRangeMake(CFIndex location, CFIndex length)
{
    CFRange range;
    range.location = location;
    range.length = length;
    return range;
}

/// The result of a comparison: -1, 0 or 1.
typedef CFIndex CFComparisonResult;
enum { kCFCompareLessThan = -1, kCFCompareEqualTo = 0, kCFCompareGreaterThan = 1 };
/// Compares two values.
typedef CFComparisonResult (*CFComparatorFunction)(
    const void *val1, const void *val2, void *context);

/// The index of something that was not found.
enum { kCFNotFound = -1 };

// MARK: Allocators

typedef const struct __CFAllocator *CFAllocatorRef;

/// The default allocator, which is also what `NULL` means.
extern const CFAllocatorRef kCFAllocatorDefault;
/// The allocators of the system and of `malloc`.
extern const CFAllocatorRef kCFAllocatorSystemDefault;
extern const CFAllocatorRef kCFAllocatorMalloc;
/// Allocates nothing and frees nothing, for memory that its owner frees.
extern const CFAllocatorRef kCFAllocatorNull;

void *CFAllocatorAllocate(CFAllocatorRef allocator, CFIndex size, CFOptionFlags hint);
void CFAllocatorDeallocate(CFAllocatorRef allocator, void *ptr);

// MARK: Objects

/// Keeps an object, and returns it. The object must not be `NULL`.
CFTypeRef CFRetain(CFTypeRef cf);

/// Gives an object up. The object must not be `NULL`.
void CFRelease(CFTypeRef cf);

CFTypeID CFGetTypeID(CFTypeRef cf);
CFStringRef CFCopyTypeIDDescription(CFTypeID type_id);
Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2);
CFHashCode CFHash(CFTypeRef cf);
CFStringRef CFCopyDescription(CFTypeRef cf);
CFAllocatorRef CFGetAllocator(CFTypeRef cf);

/// Prints the description of an object to standard error.
void CFShow(CFTypeRef obj);

/// The object that stands for nothing in an array or a dictionary.
typedef const struct __CFNull *CFNullRef;
extern const CFNullRef kCFNull;

CF_EXTERN_C_END
