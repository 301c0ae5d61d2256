#pragma once

// Strings of Unicode.

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDictionary.h>

CF_EXTERN_C_BEGIN

typedef UInt32 CFStringEncoding;
#define kCFStringEncodingInvalidId 0xffffffffU
enum {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingWindowsLatin1 = 0x0500,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUTF8 = 0x08000100,
    kCFStringEncodingUTF16 = 0x0100,
    kCFStringEncodingUTF16BE = 0x10000100,
    kCFStringEncodingUTF16LE = 0x14000100,
    kCFStringEncodingUTF32 = 0x0C000100,
    kCFStringEncodingUTF32BE = 0x18000100,
    kCFStringEncodingUTF32LE = 0x1C000100,
    kCFStringEncodingUnicode = 0x0100,
    kCFStringEncodingNonLossyASCII = 0x0BFF
};

typedef CFOptionFlags CFStringCompareFlags;
enum {
    kCFCompareCaseInsensitive = 1,
    kCFCompareBackwards = 4,
    kCFCompareAnchored = 8,
    kCFCompareNonliteral = 16,
    kCFCompareLocalized = 32,
    kCFCompareNumerically = 64
};

/// The constant string of a literal in UTF-8, which is never released.
#define CFSTR(cStr) __CFStringMakeConstantString("" cStr "")
CFStringRef __CFStringMakeConstantString(const char *cStr);

CFTypeID CFStringGetTypeID(void);

/// Makes a string from a C string; `NULL` for bytes that are none in that encoding.
CFStringRef CFStringCreateWithCString(
    CFAllocatorRef alloc, const char *cStr, CFStringEncoding encoding);
CFStringRef CFStringCreateWithBytes(
    CFAllocatorRef alloc, const UInt8 *bytes, CFIndex numBytes, CFStringEncoding encoding,
    Boolean isExternalRepresentation);
CFStringRef CFStringCreateWithCharacters(
    CFAllocatorRef alloc, const UniChar *chars, CFIndex numChars);
CFStringRef CFStringCreateWithFormat(
    CFAllocatorRef alloc, CFDictionaryRef formatOptions, CFStringRef format, ...);
CFStringRef CFStringCreateCopy(CFAllocatorRef alloc, CFStringRef theString);

/// The length of a string in UTF-16 code units.
CFIndex CFStringGetLength(CFStringRef theString);
void CFStringGetCharacters(CFStringRef theString, CFRange range, UniChar *buffer);

/// Copies a string to a buffer as a C string; false when the buffer is too small for all of it.
Boolean CFStringGetCString(
    CFStringRef theString, char *buffer, CFIndex bufferSize, CFStringEncoding encoding);

/// The characters of a string without a copy; `NULL` where that cannot be had.
const char *CFStringGetCStringPtr(CFStringRef theString, CFStringEncoding encoding);

/// The number of bytes that so many UTF-16 code units take at most, without the final zero.
CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding);
CFComparisonResult CFStringCompare(
    CFStringRef theString1, CFStringRef theString2, CFStringCompareFlags compareOptions);
Boolean CFStringHasPrefix(CFStringRef theString, CFStringRef prefix);
Boolean CFStringHasSuffix(CFStringRef theString, CFStringRef suffix);

/// Finds a string in another; -1 as the location when it is not there.
CFRange CFStringFind(
    CFStringRef theString, CFStringRef stringToFind, CFStringCompareFlags compareOptions);
CFStringRef CFStringCreateWithSubstring(CFAllocatorRef alloc, CFStringRef str, CFRange range);
CFStringRef CFStringCreateWithFormatAndArguments(
    CFAllocatorRef alloc, CFDictionaryRef formatOptions, CFStringRef format, va_list arguments);
CFStringRef CFStringCreateWithCStringNoCopy(
    CFAllocatorRef alloc, const char *cStr, CFStringEncoding encoding,
    CFAllocatorRef contentsDeallocator);
CFStringRef CFStringCreateWithPascalString(
    CFAllocatorRef alloc, ConstStr255Param pStr, CFStringEncoding encoding);

/// Copies a string to a buffer as a Pascal string; false when the buffer is too small for it.
Boolean CFStringGetPascalString(
    CFStringRef theString, StringPtr buffer, CFIndex bufferSize, CFStringEncoding encoding);
CFStringRef CFStringCreateWithFileSystemRepresentation(CFAllocatorRef alloc, const char *buffer);
CFStringRef CFStringCreateFromExternalRepresentation(
    CFAllocatorRef alloc, CFDataRef data, CFStringEncoding encoding);
CFDataRef CFStringCreateExternalRepresentation(
    CFAllocatorRef alloc, CFStringRef theString, CFStringEncoding encoding, UInt8 lossByte);
CFArrayRef CFStringCreateArrayBySeparatingStrings(
    CFAllocatorRef alloc, CFStringRef theString, CFStringRef separatorString);
CFStringRef CFStringCreateByCombiningStrings(
    CFAllocatorRef alloc, CFArrayRef theArray, CFStringRef separatorString);

/// A UTF-16 code unit of a string. The index must be less than the length.
UniChar CFStringGetCharacterAtIndex(CFStringRef theString, CFIndex idx);

/// The characters of a string without a copy; `NULL` where that cannot be had.
const UniChar *CFStringGetCharactersPtr(CFStringRef theString);

/// Converts a range of a string to bytes, and returns how many of its UTF-16 code units were.
CFIndex CFStringGetBytes(
    CFStringRef theString, CFRange range, CFStringEncoding encoding, UInt8 lossByte,
    Boolean isExternalRepresentation, UInt8 *buffer, CFIndex maxBufLen, CFIndex *usedBufLen);
SInt32 CFStringGetIntValue(CFStringRef str);
double CFStringGetDoubleValue(CFStringRef str);
CFStringEncoding CFStringGetSystemEncoding(void);

// MARK: Strings that change

/// Makes an empty string that can be changed. A length of 0 means any length.
CFMutableStringRef CFStringCreateMutable(CFAllocatorRef alloc, CFIndex maxLength);
CFMutableStringRef CFStringCreateMutableCopy(
    CFAllocatorRef alloc, CFIndex maxLength, CFStringRef theString);
void CFStringAppend(CFMutableStringRef theString, CFStringRef appendedString);
void CFStringAppendCString(
    CFMutableStringRef theString, const char *cStr, CFStringEncoding encoding);
void CFStringAppendCharacters(
    CFMutableStringRef theString, const UniChar *chars, CFIndex numChars);
void CFStringAppendFormat(
    CFMutableStringRef theString, CFDictionaryRef formatOptions, CFStringRef format, ...);
void CFStringInsert(CFMutableStringRef str, CFIndex idx, CFStringRef insertedStr);
void CFStringDelete(CFMutableStringRef theString, CFRange range);
void CFStringReplace(CFMutableStringRef theString, CFRange range, CFStringRef replacement);

/// Replaces a string wherever it is in a range, and returns how often that was.
CFIndex CFStringFindAndReplace(
    CFMutableStringRef theString, CFStringRef stringToFind, CFStringRef replacementString,
    CFRange rangeToSearch, CFStringCompareFlags compareOptions);
void CFStringTrimWhitespace(CFMutableStringRef theString);

CF_EXTERN_C_END
