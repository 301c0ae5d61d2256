#pragma once

// Core Foundation for C programs: the types and functions that a program of AudioToolbox needs.
//
// libSoriAudioToolbox exports the functions, and only these. The objects are reference counted:
// what a function with "Create" or "Copy" in its name returns belongs to the caller, who releases
// it with `CFRelease`. Any thread may use an object that nobody changes.
//
// The Swift toolchain's own header declares more, but it needs clang and blocks.

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Base types

typedef unsigned char Boolean;
typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;
typedef uint16_t UniChar;
/// The status of a call: zero for success, otherwise an error.
typedef int32_t OSStatus;
/// A four-character code.
typedef uint32_t OSType;

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

typedef signed long CFIndex;
typedef unsigned long CFTypeID;
typedef unsigned long CFHashCode;
typedef unsigned long CFOptionFlags;
/// Seconds.
typedef double CFTimeInterval;
/// Seconds since 1 January 2001, 00:00 GMT.
typedef CFTimeInterval CFAbsoluteTime;

typedef struct {
    CFIndex location;
    CFIndex length;
} CFRange;

static inline CFRange CFRangeMake(CFIndex location, CFIndex length)
{
    CFRange range;
    range.location = location;
    range.length = length;
    return range;
}

/// The result of a comparison: -1, 0 or 1.
typedef CFIndex CFComparisonResult;
enum { kCFCompareLessThan = -1, kCFCompareEqualTo = 0, kCFCompareGreaterThan = 1 };

/// The index of something that was not found.
enum { kCFNotFound = -1 };

// MARK: Objects

/// Any object.
typedef const void *CFTypeRef;
/// An object of a property list: a string, number, Boolean, data, array or dictionary.
typedef CFTypeRef CFPropertyListRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFString *CFStringRef;
typedef struct __CFString *CFMutableStringRef;
typedef const struct __CFURL *CFURLRef;
typedef const struct __CFNumber *CFNumberRef;
typedef const struct __CFBoolean *CFBooleanRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFArray *CFArrayRef;
typedef struct __CFArray *CFMutableArrayRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFDictionary *CFMutableDictionaryRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopSource *CFRunLoopSourceRef;
typedef struct __CFRunLoopTimer *CFRunLoopTimerRef;

/// The default allocator, which is also what `NULL` means.
extern const CFAllocatorRef kCFAllocatorDefault;

/// Keeps an object, and returns it. The object must not be `NULL`.
CFTypeRef CFRetain(CFTypeRef cf);

/// Gives an object up. The object must not be `NULL`.
void CFRelease(CFTypeRef cf);

CFTypeID CFGetTypeID(CFTypeRef cf);
Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2);
CFHashCode CFHash(CFTypeRef cf);
CFStringRef CFCopyDescription(CFTypeRef cf);

/// Prints the description of an object to standard error.
void CFShow(CFTypeRef obj);

// MARK: Strings

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
    kCFStringEncodingUTF16LE = 0x14000100
};

typedef CFOptionFlags CFStringCompareFlags;
enum { kCFCompareCaseInsensitive = 1, kCFCompareNumerically = 64 };

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

// MARK: URLs

/// The separator of a path: slashes, or backslashes for the style of Windows.
typedef CFIndex CFURLPathStyle;
enum { kCFURLPOSIXPathStyle = 0, kCFURLHFSPathStyle = 1, kCFURLWindowsPathStyle = 2 };

CFTypeID CFURLGetTypeID(void);

/// Makes a file URL from the bytes of a path; `NULL` when there are none.
CFURLRef CFURLCreateFromFileSystemRepresentation(
    CFAllocatorRef allocator, const UInt8 *buffer, CFIndex bufLen, Boolean isDirectory);
CFURLRef CFURLCreateWithFileSystemPath(
    CFAllocatorRef allocator, CFStringRef filePath, CFURLPathStyle pathStyle,
    Boolean isDirectory);
CFURLRef CFURLCreateWithString(CFAllocatorRef allocator, CFStringRef URLString, CFURLRef baseURL);
CFURLRef CFURLCreateCopyAppendingPathComponent(
    CFAllocatorRef allocator, CFURLRef url, CFStringRef pathComponent, Boolean isDirectory);

/// Copies the path of a file URL to a buffer as a C string; false when the buffer is too small.
Boolean CFURLGetFileSystemRepresentation(
    CFURLRef url, Boolean resolveAgainstBase, UInt8 *buffer, CFIndex maxBufLen);
CFStringRef CFURLCopyFileSystemPath(CFURLRef anURL, CFURLPathStyle pathStyle);
CFStringRef CFURLCopyLastPathComponent(CFURLRef url);
CFStringRef CFURLCopyPathExtension(CFURLRef url);

/// The text of a URL, which belongs to the URL.
CFStringRef CFURLGetString(CFURLRef anURL);

// MARK: Numbers, Booleans, data

typedef CFIndex CFNumberType;
enum {
    kCFNumberSInt8Type = 1,
    kCFNumberSInt16Type = 2,
    kCFNumberSInt32Type = 3,
    kCFNumberSInt64Type = 4,
    kCFNumberFloat32Type = 5,
    kCFNumberFloat64Type = 6,
    kCFNumberCharType = 7,
    kCFNumberShortType = 8,
    kCFNumberIntType = 9,
    kCFNumberLongType = 10,
    kCFNumberLongLongType = 11,
    kCFNumberFloatType = 12,
    kCFNumberDoubleType = 13,
    kCFNumberCFIndexType = 14
};

CFTypeID CFNumberGetTypeID(void);
CFNumberRef CFNumberCreate(CFAllocatorRef allocator, CFNumberType theType, const void *valuePtr);

/// Gets a number as a value of a type; false when its value does not fit.
Boolean CFNumberGetValue(CFNumberRef number, CFNumberType theType, void *valuePtr);

extern const CFBooleanRef kCFBooleanTrue;
extern const CFBooleanRef kCFBooleanFalse;
CFTypeID CFBooleanGetTypeID(void);
Boolean CFBooleanGetValue(CFBooleanRef boolean);

CFTypeID CFDataGetTypeID(void);
CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length);
CFIndex CFDataGetLength(CFDataRef theData);
const UInt8 *CFDataGetBytePtr(CFDataRef theData);

// MARK: Arrays

/// What an array does with the values that it holds.
typedef struct {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *value1, const void *value2);
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

// MARK: Dictionaries

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

// MARK: Run loops

typedef CFStringRef CFRunLoopMode;
extern const CFRunLoopMode kCFRunLoopDefaultMode;
extern const CFRunLoopMode kCFRunLoopCommonModes;

/// Why a run of a run loop has ended.
typedef SInt32 CFRunLoopRunResult;
enum {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped = 2,
    kCFRunLoopRunTimedOut = 3,
    kCFRunLoopRunHandledSource = 4
};

CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);

CFRunLoopRef CFRunLoopGetCurrent(void);
CFRunLoopRef CFRunLoopGetMain(void);
void CFRunLoopRun(void);
CFRunLoopRunResult CFRunLoopRunInMode(
    CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled);
void CFRunLoopStop(CFRunLoopRef rl);
void CFRunLoopWakeUp(CFRunLoopRef rl);
#if defined(__BLOCKS__) && __BLOCKS__
/// Runs a block on the next pass of a run loop in a mode, which `CFRunLoopWakeUp` begins.
void CFRunLoopPerformBlock(CFRunLoopRef rl, CFTypeRef mode, void (^block)(void));
#endif

typedef struct {
    CFIndex version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
} CFRunLoopTimerContext;

typedef void (*CFRunLoopTimerCallBack)(CFRunLoopTimerRef timer, void *info);

/// Makes a timer that fires at a time, then at an interval; an interval of 0 means once.
CFRunLoopTimerRef CFRunLoopTimerCreate(
    CFAllocatorRef allocator, CFAbsoluteTime fireDate, CFTimeInterval interval,
    CFOptionFlags flags, CFIndex order, CFRunLoopTimerCallBack callout,
    CFRunLoopTimerContext *context);
void CFRunLoopTimerSetNextFireDate(CFRunLoopTimerRef timer, CFAbsoluteTime fireDate);
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer);
void CFRunLoopAddTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFRunLoopMode mode);
void CFRunLoopRemoveTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFRunLoopMode mode);

typedef struct {
    CFIndex version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
    Boolean (*equal)(const void *info1, const void *info2);
    CFHashCode (*hash)(const void *info);
    void (*schedule)(void *info, CFRunLoopRef rl, CFRunLoopMode mode);
    void (*cancel)(void *info, CFRunLoopRef rl, CFRunLoopMode mode);
    void (*perform)(void *info);
} CFRunLoopSourceContext;

/// Makes a source that performs on the run loop after `CFRunLoopSourceSignal`.
CFRunLoopSourceRef CFRunLoopSourceCreate(
    CFAllocatorRef allocator, CFIndex order, CFRunLoopSourceContext *context);
void CFRunLoopSourceSignal(CFRunLoopSourceRef source);
void CFRunLoopSourceInvalidate(CFRunLoopSourceRef source);
void CFRunLoopAddSource(CFRunLoopRef rl, CFRunLoopSourceRef source, CFRunLoopMode mode);
void CFRunLoopRemoveSource(CFRunLoopRef rl, CFRunLoopSourceRef source, CFRunLoopMode mode);

#ifdef __cplusplus
}
#endif
