#pragma once

// Property lists: objects as XML or in a binary form.

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFError.h>

CF_EXTERN_C_BEGIN

typedef CFIndex CFPropertyListFormat;
enum {
    kCFPropertyListOpenStepFormat = 1,
    kCFPropertyListXMLFormat_v1_0 = 100,
    kCFPropertyListBinaryFormat_v1_0 = 200
};

typedef CFOptionFlags CFPropertyListMutabilityOptions;
enum {
    kCFPropertyListImmutable = 0,
    kCFPropertyListMutableContainers = 1,
    kCFPropertyListMutableContainersAndLeaves = 2
};

Boolean CFPropertyListIsValid(CFPropertyListRef plist, CFPropertyListFormat format);

/// Writes a property list. On failure `NULL`, and an error that the caller releases.
CFDataRef CFPropertyListCreateData(
    CFAllocatorRef allocator, CFPropertyListRef propertyList, CFPropertyListFormat format,
    CFOptionFlags options, CFErrorRef *error);

/// Reads a property list. On failure `NULL`, and an error that the caller releases.
CFPropertyListRef CFPropertyListCreateWithData(
    CFAllocatorRef allocator, CFDataRef data, CFOptionFlags options,
    CFPropertyListFormat *format, CFErrorRef *error);

CF_EXTERN_C_END
