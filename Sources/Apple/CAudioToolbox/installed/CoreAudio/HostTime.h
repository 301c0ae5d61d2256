#pragma once

// The clock of audio time stamps. Its unit here is a nanosecond.

#include <CoreFoundation/CFBase.h>

#include <mach/mach_time.h>

/// The host time now.
CF_INLINE UInt64 AudioGetCurrentHostTime(void)
{
    return mach_absolute_time();
}

/// Units of host time in a second.
CF_INLINE Float64 AudioGetHostClockFrequency(void)
{
    return 1000000000.0;
}

/// The least step of the host time.
CF_INLINE UInt32 AudioGetHostClockMinimumTimeDelta(void)
{
    return 1;
}

CF_INLINE UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime)
{
    return inHostTime;
}

CF_INLINE UInt64 AudioConvertNanosToHostTime(UInt64 inNanos)
{
    return inNanos;
}
