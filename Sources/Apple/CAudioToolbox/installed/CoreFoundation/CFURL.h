#pragma once

// URLs.

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFString.h>

CF_EXTERN_C_BEGIN

typedef const struct __CFURL *CFURLRef;

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

/// Makes a URL from bytes in an encoding; a base may be `NULL`.
CFURLRef CFURLCreateWithBytes(
    CFAllocatorRef allocator, const UInt8 *URLBytes, CFIndex length, CFStringEncoding encoding,
    CFURLRef baseURL);
CFURLRef CFURLCopyAbsoluteURL(CFURLRef relativeURL);
CFURLRef CFURLGetBaseURL(CFURLRef anURL);
CFStringRef CFURLCopyScheme(CFURLRef anURL);
CFStringRef CFURLCopyHostName(CFURLRef anURL);
CFStringRef CFURLCopyPath(CFURLRef anURL);
Boolean CFURLHasDirectoryPath(CFURLRef anURL);
CFURLRef CFURLCreateCopyDeletingLastPathComponent(CFAllocatorRef allocator, CFURLRef url);
CFURLRef CFURLCreateCopyAppendingPathExtension(
    CFAllocatorRef allocator, CFURLRef url, CFStringRef extension);
CFURLRef CFURLCreateCopyDeletingPathExtension(CFAllocatorRef allocator, CFURLRef url);

CF_EXTERN_C_END
