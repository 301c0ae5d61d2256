#pragma once

// Atomic operations, each of which returns the new value. With `Barrier` in its name, one orders
// all memory accesses of its thread; without, only itself.

#include <stdbool.h>
#include <stdint.h>

#include <os/base.h>

OS_INLINE int32_t OSAtomicAdd32(int32_t amount, volatile int32_t *value)
{
    return __atomic_add_fetch(value, amount, __ATOMIC_RELAXED);
}

OS_INLINE int32_t OSAtomicIncrement32(volatile int32_t *value)
{
    return __atomic_add_fetch(value, 1, __ATOMIC_RELAXED);
}

OS_INLINE int32_t OSAtomicDecrement32(volatile int32_t *value)
{
    return __atomic_sub_fetch(value, 1, __ATOMIC_RELAXED);
}

OS_INLINE int64_t OSAtomicAdd64(int64_t amount, volatile int64_t *value)
{
    return __atomic_add_fetch(value, amount, __ATOMIC_RELAXED);
}

OS_INLINE int64_t OSAtomicIncrement64(volatile int64_t *value)
{
    return __atomic_add_fetch(value, 1, __ATOMIC_RELAXED);
}

OS_INLINE int64_t OSAtomicDecrement64(volatile int64_t *value)
{
    return __atomic_sub_fetch(value, 1, __ATOMIC_RELAXED);
}

OS_INLINE int32_t OSAtomicOr32(uint32_t mask, volatile uint32_t *value)
{
    return (int32_t)__atomic_or_fetch(value, mask, __ATOMIC_RELAXED);
}

OS_INLINE int32_t OSAtomicAnd32(uint32_t mask, volatile uint32_t *value)
{
    return (int32_t)__atomic_and_fetch(value, mask, __ATOMIC_RELAXED);
}

OS_INLINE int32_t OSAtomicXor32(uint32_t mask, volatile uint32_t *value)
{
    return (int32_t)__atomic_xor_fetch(value, mask, __ATOMIC_RELAXED);
}

OS_INLINE bool OSAtomicCompareAndSwap32(
    int32_t oldValue, int32_t newValue, volatile int32_t *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

OS_INLINE bool OSAtomicCompareAndSwap64(
    int64_t oldValue, int64_t newValue, volatile int64_t *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

OS_INLINE bool OSAtomicCompareAndSwapInt(
    int oldValue, int newValue, volatile int *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

OS_INLINE bool OSAtomicCompareAndSwapLong(
    long oldValue, long newValue, volatile long *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

OS_INLINE bool OSAtomicCompareAndSwapPtr(
    void *oldValue, void *newValue, void *volatile *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

OS_INLINE int32_t OSAtomicAdd32Barrier(int32_t amount, volatile int32_t *value)
{
    return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}

OS_INLINE int32_t OSAtomicIncrement32Barrier(volatile int32_t *value)
{
    return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}

OS_INLINE int32_t OSAtomicDecrement32Barrier(volatile int32_t *value)
{
    return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}

OS_INLINE int64_t OSAtomicAdd64Barrier(int64_t amount, volatile int64_t *value)
{
    return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}

OS_INLINE int64_t OSAtomicIncrement64Barrier(volatile int64_t *value)
{
    return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}

OS_INLINE int64_t OSAtomicDecrement64Barrier(volatile int64_t *value)
{
    return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}

OS_INLINE int32_t OSAtomicOr32Barrier(uint32_t mask, volatile uint32_t *value)
{
    return (int32_t)__atomic_or_fetch(value, mask, __ATOMIC_SEQ_CST);
}

OS_INLINE int32_t OSAtomicAnd32Barrier(uint32_t mask, volatile uint32_t *value)
{
    return (int32_t)__atomic_and_fetch(value, mask, __ATOMIC_SEQ_CST);
}

OS_INLINE int32_t OSAtomicXor32Barrier(uint32_t mask, volatile uint32_t *value)
{
    return (int32_t)__atomic_xor_fetch(value, mask, __ATOMIC_SEQ_CST);
}

OS_INLINE bool OSAtomicCompareAndSwap32Barrier(
    int32_t oldValue, int32_t newValue, volatile int32_t *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

OS_INLINE bool OSAtomicCompareAndSwap64Barrier(
    int64_t oldValue, int64_t newValue, volatile int64_t *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

OS_INLINE bool OSAtomicCompareAndSwapIntBarrier(
    int oldValue, int newValue, volatile int *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

OS_INLINE bool OSAtomicCompareAndSwapLongBarrier(
    long oldValue, long newValue, volatile long *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

OS_INLINE bool OSAtomicCompareAndSwapPtrBarrier(
    void *oldValue, void *newValue, void *volatile *value)
{
    return __atomic_compare_exchange_n(
        value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/// Orders all memory accesses of the calling thread.
OS_INLINE void OSMemoryBarrier(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// MARK: Spin locks

/// A lock that is free when it is zero. A waiting thread keeps its processor busy.
typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

/// Acquires the lock if it is free, and returns whether it was.
OS_INLINE bool OSSpinLockTry(volatile OSSpinLock *lock)
{
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

OS_INLINE void OSSpinLockLock(volatile OSSpinLock *lock)
{
    while (!OSSpinLockTry(lock)) {
        while (__atomic_load_n(lock, __ATOMIC_RELAXED) != 0) {
        }
    }
}

OS_INLINE void OSSpinLockUnlock(volatile OSSpinLock *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}
