#pragma once

// Macros that declare enumerations, and marks of availability, which say nothing here.

#include <Availability.h>

// C++98 has no macros with any number of arguments, which clang says when it is pedantic.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wvariadic-macros"
#endif

// An enumeration of an integer type, with a name (`typedef CF_ENUM(UInt32, Name) { … };`) or
// without one. The name is the integer type in C and in C++, so constants can be combined.
#if defined(__cplusplus)
#define SORI_CF_NAMED_ENUM(_type, _name, ...) \
    _type _name;                              \
    enum : _type
#define SORI_CF_UNNAMED_ENUM(_type, ...) enum : _type
#else
#define SORI_CF_NAMED_ENUM(_type, _name, ...) \
    _type _name;                              \
    enum
#define SORI_CF_UNNAMED_ENUM(_type, ...) enum
#endif
#define SORI_CF_THIRD(_1, _2, _3, ...) _3
#define CF_ENUM(...)                                                                  \
    SORI_CF_THIRD(__VA_ARGS__, SORI_CF_NAMED_ENUM, SORI_CF_UNNAMED_ENUM, unused)(     \
        __VA_ARGS__, unused)
#define CF_OPTIONS(_type, _name) SORI_CF_NAMED_ENUM(_type, _name, unused)
#define CF_CLOSED_ENUM(...) CF_ENUM(__VA_ARGS__)
/// An enumeration of the errors of a domain.
#define CF_ERROR_ENUM(_type, _name, _domain) SORI_CF_NAMED_ENUM(_type, _name, unused)

#define CF_STRING_ENUM
#define CF_EXTENSIBLE_STRING_ENUM
#define CF_TYPED_ENUM
#define CF_TYPED_EXTENSIBLE_ENUM

#define CF_AVAILABLE(...)
#define CF_AVAILABLE_MAC(...)
#define CF_AVAILABLE_IOS(...)
#define CF_DEPRECATED(...)
#define CF_DEPRECATED_MAC(...)
#define CF_DEPRECATED_IOS(...)
#define CF_ENUM_AVAILABLE(...)
#define CF_ENUM_AVAILABLE_MAC(...)
#define CF_ENUM_AVAILABLE_IOS(...)
#define CF_ENUM_DEPRECATED(...)
#define CF_ENUM_DEPRECATED_IOS(...)
#define CF_EXTENSION_UNAVAILABLE(...)
#define CF_EXTENSION_UNAVAILABLE_IOS(...)
#define CF_SWIFT_UNAVAILABLE(...)

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
