#ifndef SORI_OS_UNFAIR_LOCK_H
#define SORI_OS_UNFAIR_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A lock of four bytes, unlocked when they are zero. A thread that waits for it sleeps.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

/// Takes the lock, waiting for it if need be. A thread that has it already is ended with a message,
/// since it would wait for itself.
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);

/// Takes the lock if it is free.
bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock) __attribute__((warn_unused_result));

/// Gives the lock back. The process ends with a message where the calling thread does not have it.
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

/// Ends the process with a message unless the calling thread has the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *_Nonnull lock);

/// Ends the process with a message if the calling thread has the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *_Nonnull lock);

#ifdef __cplusplus
}
#endif

#endif
