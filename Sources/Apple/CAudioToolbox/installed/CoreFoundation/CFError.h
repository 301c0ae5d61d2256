#pragma once

// Errors.

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>

CF_EXTERN_C_BEGIN

typedef struct __CFError *CFErrorRef;
typedef CFStringRef CFErrorDomain;
extern const CFErrorDomain kCFErrorDomainOSStatus;
extern const CFErrorDomain kCFErrorDomainPOSIX;

CFTypeID CFErrorGetTypeID(void);
CFErrorRef CFErrorCreate(
    CFAllocatorRef allocator, CFErrorDomain domain, CFIndex code, CFDictionaryRef userInfo);
CFErrorDomain CFErrorGetDomain(CFErrorRef err);
CFIndex CFErrorGetCode(CFErrorRef err);
CFDictionaryRef CFErrorCopyUserInfo(CFErrorRef err);
CFStringRef CFErrorCopyDescription(CFErrorRef err);

CF_EXTERN_C_END
