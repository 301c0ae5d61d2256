#pragma once

// The clock of the machine, which is that of audio time stamps. A simulated phone has its own.

#include <stdint.h>

#include "kern_return.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A fraction that turns units of the clock into nanoseconds: 1/1 here.
struct mach_timebase_info {
    uint32_t numer;
    uint32_t denom;
};
typedef struct mach_timebase_info mach_timebase_info_data_t;
typedef struct mach_timebase_info *mach_timebase_info_t;

/// Nanoseconds of the machine's monotonic clock.
uint64_t mach_absolute_time(void);

/// Gets the fraction that turns units of the clock into nanoseconds.
kern_return_t mach_timebase_info(mach_timebase_info_t info);

/// Waits until a time of `mach_absolute_time`.
kern_return_t mach_wait_until(uint64_t deadline);

#ifdef __cplusplus
}
#endif
