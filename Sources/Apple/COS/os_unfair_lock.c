#define _GNU_SOURCE
#include "os_unfair_lock.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The lock word is the owner's thread ID, or 0 when unlocked. Its highest bit, `FUTEX_WAITERS`, is
// set while other threads may wait.

static uint32_t current_thread(void) {
    static _Thread_local uint32_t id;
    if (id == 0) id = (uint32_t)syscall(SYS_gettid);
    return id;
}

static _Noreturn void die(const char *what) {
    fprintf(stderr, "BUG IN CLIENT OF os_unfair_lock: %s\n", what);
    abort();
}

static uint32_t *word_of(os_unfair_lock_t lock) { return &lock->_os_unfair_lock_opaque; }

static bool try_acquire(uint32_t *word, uint32_t value) {
    uint32_t unlocked = 0;
    return __atomic_compare_exchange_n(
        word, &unlocked, value, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool is_owned(const os_unfair_lock *lock) {
    const uint32_t value = __atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED);
    return (value & ~FUTEX_WAITERS) == current_thread();
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    uint32_t *word = word_of(lock);
    const uint32_t self = current_thread();
    if (try_acquire(word, self)) return;
    // Further threads may wait from here on: the bit stays set until an unlock has woken one.
    while (!try_acquire(word, self | FUTEX_WAITERS)) {
        uint32_t value = __atomic_load_n(word, __ATOMIC_RELAXED);
        if (value == 0) continue;
        if ((value & ~FUTEX_WAITERS) == self) die("trying to recursively lock an os_unfair_lock");
        if (!(value & FUTEX_WAITERS) &&
            !__atomic_compare_exchange_n(
                word, &value, value | FUTEX_WAITERS, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value | FUTEX_WAITERS, NULL, NULL, 0);
    }
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    return try_acquire(word_of(lock), current_thread());
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    if (!is_owned(lock)) die("unlock of an os_unfair_lock not owned by current thread");
    const uint32_t before = __atomic_exchange_n(word_of(lock), 0, __ATOMIC_RELEASE);
    if (before & FUTEX_WAITERS)
        syscall(SYS_futex, word_of(lock), FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if (!is_owned(lock)) die("lock not owned by current thread");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if (is_owned(lock)) die("lock owned by current thread");
}
