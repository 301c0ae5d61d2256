#pragma once

// How these headers declare things for Swift, clang and gcc alike.

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define SORI_BEGIN_DECLARATIONS extern "C" {
#define SORI_END_DECLARATIONS }
#else
#define SORI_BEGIN_DECLARATIONS
#define SORI_END_DECLARATIONS
#endif

/// Begins a list of constants of an integer type. Swift sees each as a constant of that type; C
/// from gcc, which has no typed enumerations before C23, sees plain ones of the same value.
#if defined(__clang__)
#define SORI_CONSTANTS(type) enum __attribute__((enum_extensibility(open))) : type
#elif defined(__cplusplus)
#define SORI_CONSTANTS(type) enum : type
#else
#define SORI_CONSTANTS(type) enum
#endif

/// Begins a list of constants that are a type of their own, which Swift sees as an enumeration that
/// takes other values too; with `SORI_OPTIONS`, as a set of options.
#if defined(__clang__)
#define SORI_ENUMERATION(type, name)                                \
    enum __attribute__((enum_extensibility(open))) name : type;     \
    typedef enum name name;                                         \
    enum __attribute__((enum_extensibility(open))) name : type
#define SORI_OPTIONS(type, name)                                            \
    enum __attribute__((flag_enum, enum_extensibility(open))) name : type;  \
    typedef enum name name;                                                 \
    enum __attribute__((flag_enum, enum_extensibility(open))) name : type
#elif defined(__cplusplus)
#define SORI_ENUMERATION(type, name) enum name : type
#define SORI_OPTIONS(type, name) enum name : type
#else
#define SORI_ENUMERATION(type, name) \
    typedef type name;               \
    enum
#define SORI_OPTIONS(type, name) SORI_ENUMERATION(type, name)
#endif

/// A truth value in a parameter list: Swift's `Bool`, C's `Boolean`.
#if defined(__swift__)
#define SORI_BOOLEAN bool
#else
#define SORI_BOOLEAN Boolean
#endif

/// Marks a parameter that takes a callback. A closure written on the main actor and passed for it
/// is then not taken to run there, so calling it on another thread does not stop the program.
#if defined(__swift__)
#define SORI_SENDABLE __attribute__((swift_attr("@Sendable")))
#else
#define SORI_SENDABLE
#endif

// A C program that has Core Foundation's headers on its path gets them, as on Apple's systems.
// They need clang; without them the few names that are used here are declared by hand.
#if !defined(__swift__) && defined(__clang__)
#if __has_include(<CoreFoundation/CoreFoundation.h>)
#include <CoreFoundation/CoreFoundation.h>
#define SORI_HAS_CORE_FOUNDATION 1
#endif
#endif

#if !defined(__swift__) && !defined(SORI_HAS_CORE_FOUNDATION)
typedef bool Boolean;
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
typedef const struct __CFURL *CFURLRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFRunLoop *CFRunLoopRef;
#endif

#if !defined(SORI_HAS_CORE_FOUNDATION)
/// The result of a call: zero, or why it failed.
typedef int32_t OSStatus;
#endif
