// Tells the thread sanitizer what the standard library's Mutex does when threads contend for it.
//
// Loaded before a program that was built with the sanitizer. Where nobody else wants a Mutex, its
// code is compiled into the program, and the sanitizer sees it. Where somebody does, the code is the
// library's, which was built without: what one thread did before it unlocked then seems to have
// happened at the same time as what the next does with the lock. These stand in front of the
// library's functions, call them, and say so.
//
// The names and the calling convention are Swift's: the Mutex is its `self`.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The sanitizer's, in the program; not there in a program that was built without.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static _Atomic unsigned contended_count;

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        fprintf(stderr, "tsan-mutex: this library has no %s\n", name);
        abort();
    }
    return found;
}

static void acquired(void *mutex) {
    contended_count++;
    if (__tsan_acquire) {
        __tsan_acquire(mutex);
    }
}

SWIFT void lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF mutex) {
    static SWIFT void (*real)(uint32_t, SELF);
    if (real == NULL) {
        real = (SWIFT void (*)(uint32_t, SELF))next(LOCK);
    }
    real(thread, mutex);
    acquired(mutex);
}

SWIFT bool try_lock(SELF mutex) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF mutex) {
    static SWIFT bool (*real)(SELF);
    if (real == NULL) {
        real = (SWIFT bool (*)(SELF))next(TRY_LOCK);
    }
    bool is_held = real(mutex);
    if (is_held) {
        acquired(mutex);
    }
    return is_held;
}

SWIFT void unlock(SELF mutex) __asm__(UNLOCK);
SWIFT void unlock(SELF mutex) {
    static SWIFT void (*real)(SELF);
    if (real == NULL) {
        real = (SWIFT void (*)(SELF))next(UNLOCK);
    }
    if (__tsan_release) {
        __tsan_release(mutex);
    }
    real(mutex);
}

__attribute__((destructor)) static void report(void) {
    if (__tsan_acquire && contended_count > 0) {
        fprintf(stderr, "tsan-mutex: %u contended locks told\n", contended_count);
    }
}
