#pragma once

// Times and dates.

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN

/// Seconds.
typedef double CFTimeInterval;
/// Seconds since 1 January 2001, 00:00 GMT.
typedef CFTimeInterval CFAbsoluteTime;

CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);
/// Seconds from 1 January 1970 to 1 January 2001.
extern const CFTimeInterval kCFAbsoluteTimeIntervalSince1970;

typedef const struct __CFDate *CFDateRef;
CFTypeID CFDateGetTypeID(void);
CFDateRef CFDateCreate(CFAllocatorRef allocator, CFAbsoluteTime at);
CFAbsoluteTime CFDateGetAbsoluteTime(CFDateRef theDate);
CFTimeInterval CFDateGetTimeIntervalSinceDate(CFDateRef theDate, CFDateRef otherDate);
CFComparisonResult CFDateCompare(CFDateRef theDate, CFDateRef otherDate, void *context);

CF_EXTERN_C_END
