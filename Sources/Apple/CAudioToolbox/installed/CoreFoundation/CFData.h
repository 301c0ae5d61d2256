#pragma once

// Bytes.

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN

typedef const struct __CFData *CFDataRef;
typedef struct __CFData *CFMutableDataRef;

CFTypeID CFDataGetTypeID(void);
CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length);
CFIndex CFDataGetLength(CFDataRef theData);
const UInt8 *CFDataGetBytePtr(CFDataRef theData);
void CFDataGetBytes(CFDataRef theData, CFRange range, UInt8 *buffer);
CFDataRef CFDataCreateCopy(CFAllocatorRef allocator, CFDataRef theData);

/// Makes data of bytes that are not copied, and are freed with an allocator, or not at all with
/// `kCFAllocatorNull`.
CFDataRef CFDataCreateWithBytesNoCopy(
    CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length,
    CFAllocatorRef bytesDeallocator);

/// Makes empty data that can be changed. A capacity of 0 means any number of bytes.
CFMutableDataRef CFDataCreateMutable(CFAllocatorRef allocator, CFIndex capacity);
CFMutableDataRef CFDataCreateMutableCopy(
    CFAllocatorRef allocator, CFIndex capacity, CFDataRef theData);
UInt8 *CFDataGetMutableBytePtr(CFMutableDataRef theData);
void CFDataSetLength(CFMutableDataRef theData, CFIndex length);
void CFDataIncreaseLength(CFMutableDataRef theData, CFIndex extraLength);
void CFDataAppendBytes(CFMutableDataRef theData, const UInt8 *bytes, CFIndex length);
void CFDataReplaceBytes(
    CFMutableDataRef theData, CFRange range, const UInt8 *newBytes, CFIndex newLength);
void CFDataDeleteBytes(CFMutableDataRef theData, CFRange range);

CF_EXTERN_C_END
