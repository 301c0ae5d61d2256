#pragma once

// Attributes of declarations, for compilers that have them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <Availability.h>

#if !defined(__has_feature)
#define SORI_HAS_ASSUME_NONNULL 0
#else
#define SORI_HAS_ASSUME_NONNULL __has_feature(assume_nonnull)
#endif

// The Swift toolchain's headers of blocks and queues have a header of their own for most of these.
#if !defined(__OS_GENERIC_UNIX_BASE__)
#if defined(__has_include) && __has_include(<os/generic_unix_base.h>)
#include <os/generic_unix_base.h>
#endif
#endif

#if !defined(OS_ASSUME_NONNULL_BEGIN)
#if SORI_HAS_ASSUME_NONNULL
#define OS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define OS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define OS_ASSUME_NONNULL_BEGIN
#define OS_ASSUME_NONNULL_END
#endif
#endif

#if !defined(OS_EXPORT)
#define OS_EXPORT extern __attribute__((__visibility__("default")))
#endif
#if !defined(OS_INLINE)
#define OS_INLINE static __inline__
#endif
#if !defined(OS_ALWAYS_INLINE)
#define OS_ALWAYS_INLINE __attribute__((__always_inline__))
#endif
#if !defined(OS_NOINLINE)
#define OS_NOINLINE __attribute__((__noinline__))
#endif
#if !defined(OS_NOTHROW)
#define OS_NOTHROW __attribute__((__nothrow__))
#endif
#if !defined(OS_NORETURN)
#define OS_NORETURN __attribute__((__noreturn__))
#endif
#if !defined(OS_CONST)
#define OS_CONST __attribute__((__const__))
#endif
#if !defined(OS_PURE)
#define OS_PURE __attribute__((__pure__))
#endif
#if !defined(OS_UNUSED)
#define OS_UNUSED __attribute__((__unused__))
#endif
#if !defined(OS_USED)
#define OS_USED __attribute__((__used__))
#endif
#if !defined(OS_WARN_RESULT)
#define OS_WARN_RESULT __attribute__((__warn_unused_result__))
#endif
#if !defined(OS_NONNULL_ALL)
#define OS_NONNULL_ALL __attribute__((__nonnull__))
#endif
#if !defined(OS_EXPECT)
#define OS_EXPECT(x, v) __builtin_expect((x), (v))
#endif
#if !defined(os_likely)
#define os_likely(x) OS_EXPECT(!!(x), 1)
#endif
#if !defined(os_unlikely)
#define os_unlikely(x) OS_EXPECT(!!(x), 0)
#endif
