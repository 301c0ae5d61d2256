#ifndef SORI_OS_UNFAIR_LOCK_H
#define SORI_OS_UNFAIR_LOCK_H

#include <stdbool.h>
#include <stdint.h>

// Swift reads that a lock is no optional pointer. Other compilers lack the word, or warn of it.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#define SORI_NONNULL _Nonnull
#else
#define SORI_NONNULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A lock of four bytes, unlocked when they are zero. A waiting thread sleeps. Not recursive.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

/// An unlocked lock.
#if defined(__cplusplus)
#define OS_UNFAIR_LOCK_INIT (os_unfair_lock{})
#else
#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})
#endif

/// Acquires the lock, and waits for it if necessary. Ends the process with a message if the calling
/// thread holds the lock already, since that would deadlock.
void os_unfair_lock_lock(os_unfair_lock_t SORI_NONNULL lock);

/// Acquires the lock if it is free, and returns whether it was.
bool os_unfair_lock_trylock(os_unfair_lock_t SORI_NONNULL lock) __attribute__((warn_unused_result));

/// Releases the lock. Ends the process with a message unless the calling thread holds the lock.
void os_unfair_lock_unlock(os_unfair_lock_t SORI_NONNULL lock);

/// Ends the process with a message unless the calling thread holds the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *SORI_NONNULL lock);

/// Ends the process with a message if the calling thread holds the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *SORI_NONNULL lock);

#ifdef __cplusplus
}
#endif

#undef SORI_NONNULL
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
