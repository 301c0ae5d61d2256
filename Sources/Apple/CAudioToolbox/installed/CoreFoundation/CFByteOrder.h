#pragma once

// Conversions between the machine's byte order and others.

#include <CoreFoundation/CFBase.h>
#include <string.h>

enum { CFByteOrderUnknown, CFByteOrderLittleEndian, CFByteOrderBigEndian };
typedef CFIndex CFByteOrder;

/// The machine's byte order.
CF_INLINE CFByteOrder CFByteOrderGetCurrent(void)
{
#if TARGET_RT_BIG_ENDIAN
    return CFByteOrderBigEndian;
#else
    return CFByteOrderLittleEndian;
#endif
}

// MARK: Integers

CF_INLINE uint16_t CFSwapInt16(uint16_t arg)
{
    return __builtin_bswap16(arg);
}

CF_INLINE uint32_t CFSwapInt32(uint32_t arg)
{
    return __builtin_bswap32(arg);
}

CF_INLINE uint64_t CFSwapInt64(uint64_t arg)
{
    return __builtin_bswap64(arg);
}

/// A number in its byte order if the machine has the same one, else with its bytes swapped.
CF_INLINE uint16_t CFSwapInt16BigToHost(uint16_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderBigEndian ? arg : CFSwapInt16(arg);
}

CF_INLINE uint16_t CFSwapInt16HostToBig(uint16_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderBigEndian ? arg : CFSwapInt16(arg);
}

CF_INLINE uint16_t CFSwapInt16LittleToHost(uint16_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderLittleEndian ? arg : CFSwapInt16(arg);
}

CF_INLINE uint16_t CFSwapInt16HostToLittle(uint16_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderLittleEndian ? arg : CFSwapInt16(arg);
}

CF_INLINE uint32_t CFSwapInt32BigToHost(uint32_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderBigEndian ? arg : CFSwapInt32(arg);
}

CF_INLINE uint32_t CFSwapInt32HostToBig(uint32_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderBigEndian ? arg : CFSwapInt32(arg);
}

CF_INLINE uint32_t CFSwapInt32LittleToHost(uint32_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderLittleEndian ? arg : CFSwapInt32(arg);
}

CF_INLINE uint32_t CFSwapInt32HostToLittle(uint32_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderLittleEndian ? arg : CFSwapInt32(arg);
}

CF_INLINE uint64_t CFSwapInt64BigToHost(uint64_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderBigEndian ? arg : CFSwapInt64(arg);
}

CF_INLINE uint64_t CFSwapInt64HostToBig(uint64_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderBigEndian ? arg : CFSwapInt64(arg);
}

CF_INLINE uint64_t CFSwapInt64LittleToHost(uint64_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderLittleEndian ? arg : CFSwapInt64(arg);
}

CF_INLINE uint64_t CFSwapInt64HostToLittle(uint64_t arg)
{
    return CFByteOrderGetCurrent() == CFByteOrderLittleEndian ? arg : CFSwapInt64(arg);
}

// MARK: Floating-point numbers, as big-endian bytes in an integer

typedef struct {
    uint32_t v;
} CFSwappedFloat32;

typedef struct {
    uint64_t v;
} CFSwappedFloat64;

CF_INLINE CFSwappedFloat32 CFConvertFloat32HostToSwapped(Float32 arg)
{
    CFSwappedFloat32 result;
    memcpy(&result.v, &arg, sizeof arg);
    result.v = CFSwapInt32HostToBig(result.v);
    return result;
}

CF_INLINE Float32 CFConvertFloat32SwappedToHost(CFSwappedFloat32 arg)
{
    Float32 result;
    arg.v = CFSwapInt32BigToHost(arg.v);
    memcpy(&result, &arg.v, sizeof result);
    return result;
}

CF_INLINE CFSwappedFloat64 CFConvertFloat64HostToSwapped(Float64 arg)
{
    CFSwappedFloat64 result;
    memcpy(&result.v, &arg, sizeof arg);
    result.v = CFSwapInt64HostToBig(result.v);
    return result;
}

CF_INLINE Float64 CFConvertFloat64SwappedToHost(CFSwappedFloat64 arg)
{
    Float64 result;
    arg.v = CFSwapInt64BigToHost(arg.v);
    memcpy(&result, &arg.v, sizeof result);
    return result;
}

CF_INLINE CFSwappedFloat32 CFConvertFloatHostToSwapped(float arg)
{
    return CFConvertFloat32HostToSwapped(arg);
}

CF_INLINE float CFConvertFloatSwappedToHost(CFSwappedFloat32 arg)
{
    return CFConvertFloat32SwappedToHost(arg);
}

CF_INLINE CFSwappedFloat64 CFConvertDoubleHostToSwapped(double arg)
{
    return CFConvertFloat64HostToSwapped(arg);
}

CF_INLINE double CFConvertDoubleSwappedToHost(CFSwappedFloat64 arg)
{
    return CFConvertFloat64SwappedToHost(arg);
}
