#pragma once

// Macros for declarations that Swift, clang and gcc share.

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define SORI_BEGIN_DECLARATIONS extern "C" {
#define SORI_END_DECLARATIONS }
#else
#define SORI_BEGIN_DECLARATIONS
#define SORI_END_DECLARATIONS
#endif

/// Begins a list of constants of an integer type. Swift sees typed constants; C compiled by gcc,
/// which has no typed enumerations before C23, sees untyped ones of the same value. `__extension__`
/// keeps both compilers quiet about that in pedantic C99.
#if defined(__clang__)
#define SORI_CONSTANTS(type) __extension__ enum __attribute__((enum_extensibility(open))) : type
#elif defined(__cplusplus)
#define SORI_CONSTANTS(type) enum : type
#else
#define SORI_CONSTANTS(type) __extension__ enum
#endif

/// Begins a list of constants of a type of its own. Swift sees a non-frozen enumeration, or with
/// `SORI_OPTIONS` an option set. In C++ an enumeration takes no number and no sum of two constants, so
/// options are numbers there, as on Apple's systems.
#if defined(__clang__)
#define SORI_ENUMERATION(type, name)                                              \
    __extension__ enum __attribute__((enum_extensibility(open))) name : type;     \
    typedef enum name name;                                                       \
    __extension__ enum __attribute__((enum_extensibility(open))) name : type
#if defined(__cplusplus) && !defined(__swift__)
#define SORI_OPTIONS(type, name) \
    typedef type name;           \
    __extension__ enum __attribute__((flag_enum, enum_extensibility(open))) : type
#else
#define SORI_OPTIONS(type, name)                                                          \
    __extension__ enum __attribute__((flag_enum, enum_extensibility(open))) name : type;  \
    typedef enum name name;                                                               \
    __extension__ enum __attribute__((flag_enum, enum_extensibility(open))) name : type
#endif
#elif defined(__cplusplus)
#define SORI_ENUMERATION(type, name) enum name : type
#define SORI_OPTIONS(type, name) \
    typedef type name;           \
    enum : type
#else
#define SORI_ENUMERATION(type, name) \
    typedef type name;               \
    __extension__ enum
#define SORI_OPTIONS(type, name) SORI_ENUMERATION(type, name)
#endif

/// A Boolean parameter: Swift's `Bool`, C's `Boolean`.
#if defined(__swift__)
#define SORI_BOOLEAN bool
#else
#define SORI_BOOLEAN Boolean
#endif

/// Fields of structures that Swift sees with a type of its own: a callback that may run on any
/// thread, an object, a Boolean. The Swift modules declare them by the names that they have here.
#if defined(__swift__)
#define SORI_CALLBACK_FIELD(type, name) void *name __attribute__((swift_private))
#define SORI_OBJECT_FIELD(type, name) const void *name __attribute__((swift_private))
#define SORI_BOOLEAN_FIELD(name) bool name __attribute__((swift_private))
#else
#define SORI_CALLBACK_FIELD(type, name) type name
#define SORI_OBJECT_FIELD(type, name) type name
#define SORI_BOOLEAN_FIELD(name) Boolean name
#endif

/// Marks a callback parameter as `@Sendable`: a closure written on the main actor is then not
/// assumed to run there, and calling it on another thread does not trap.
#if defined(__swift__)
#define SORI_SENDABLE __attribute__((swift_attr("@Sendable")))
#else
#define SORI_SENDABLE
#endif

// A C program gets Core Foundation's declarations, as on Apple's systems: from the header that is
// installed with these, or from another one that is found first. A C target of a Swift package has
// neither, and gets the base types and the few names that are used here.
#if !defined(__swift__) && defined(__has_include)
#if __has_include(<CoreFoundation/CoreFoundation.h>)
#include <CoreFoundation/CoreFoundation.h>
#define SORI_HAS_CORE_FOUNDATION 1
#endif
#endif

#include <CoreAudioTypes/SoriCLibrary.h>
#include <CoreAudioTypes/SoriMacTypes.h>

#if !defined(__swift__) && !defined(SORI_HAS_CORE_FOUNDATION)
typedef const struct __CFURL *CFURLRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const void *CFPropertyListRef;
typedef struct __CFRunLoop *CFRunLoopRef;
#endif

#if defined(__swift__)
/// The status of a call: zero for success, otherwise an error.
typedef int32_t OSStatus;
#endif
