#define _GNU_SOURCE
#include "os_unfair_lock.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The lock's word is the owner's thread identifier, with the highest bit set while others may wait.
#define HAS_WAITERS 0x80000000u

static uint32_t current_thread(void) {
    static _Thread_local uint32_t number;
    if (number == 0) number = (uint32_t)syscall(SYS_gettid);
    return number;
}

static _Noreturn void die(const char *what) {
    fprintf(stderr, "os_unfair_lock: %s\n", what);
    abort();
}

static uint32_t *word_of(os_unfair_lock_t lock) { return &lock->_os_unfair_lock_opaque; }

static bool take(uint32_t *word, uint32_t value) {
    uint32_t unlocked = 0;
    return __atomic_compare_exchange_n(
        word, &unlocked, value, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool is_owned(const os_unfair_lock *lock) {
    const uint32_t value = __atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED);
    return (value & ~HAS_WAITERS) == current_thread();
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    uint32_t *word = word_of(lock);
    const uint32_t self = current_thread();
    if (take(word, self)) return;
    // Further threads may wait from here on: the bit stays set until an unlock has woken one.
    while (!take(word, self | HAS_WAITERS)) {
        uint32_t value = __atomic_load_n(word, __ATOMIC_RELAXED);
        if (value == 0) continue;
        if ((value & ~HAS_WAITERS) == self) die("locked by the thread that has it");
        if (!(value & HAS_WAITERS) &&
            !__atomic_compare_exchange_n(
                word, &value, value | HAS_WAITERS, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value | HAS_WAITERS, NULL, NULL, 0);
    }
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) { return take(word_of(lock), current_thread()); }

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    if (!is_owned(lock)) die("unlocked by a thread that does not have it");
    const uint32_t before = __atomic_exchange_n(word_of(lock), 0, __ATOMIC_RELEASE);
    if (before & HAS_WAITERS)
        syscall(SYS_futex, word_of(lock), FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if (!is_owned(lock)) die("the thread does not have it");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if (is_owned(lock)) die("the thread has it");
}
