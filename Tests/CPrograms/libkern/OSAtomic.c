// The counters of a ring buffer, and a spin lock.

#include <libkern/OSAtomic.h>

#include <stddef.h>

#include "../check.h"

static OSSpinLock lock = OS_SPINLOCK_INIT;

int main(void)
{
    int32_t fill = 0;
    int64_t total = 0;
    uint32_t flags = 0;
    int number = 1;
    long longNumber = 1;
    void *pointer = NULL;

    CHECK(OSAtomicAdd32Barrier(12, &fill) == 12 && OSAtomicAdd32(-2, &fill) == 10);
    CHECK(OSAtomicIncrement32(&fill) == 11 && OSAtomicDecrement32Barrier(&fill) == 10);
    CHECK(OSAtomicAdd64(5, &total) == 5 && OSAtomicIncrement64Barrier(&total) == 6);
    CHECK(OSAtomicCompareAndSwap32Barrier(10, 20, &fill) && fill == 20);
    CHECK(!OSAtomicCompareAndSwap32(10, 30, &fill) && fill == 20);
    CHECK(OSAtomicCompareAndSwap64(6, 7, &total) && total == 7);
    CHECK(OSAtomicCompareAndSwapInt(1, 2, &number) && number == 2);
    CHECK(OSAtomicCompareAndSwapLong(1, 2, &longNumber) && longNumber == 2);
    CHECK(OSAtomicCompareAndSwapPtrBarrier(NULL, &fill, &pointer) && pointer == &fill);
    CHECK(OSAtomicOr32(6, &flags) == 6 && OSAtomicAnd32(3, &flags) == 2);
    CHECK(OSAtomicXor32Barrier(1, &flags) == 3);
    OSMemoryBarrier();
    OSSpinLockLock(&lock);
    CHECK(!OSSpinLockTry(&lock));
    OSSpinLockUnlock(&lock);
    CHECK(OSSpinLockTry(&lock));
    return 0;
}
