#pragma once

// Swaps of bytes, and reads and writes of numbers in a byte order at any address.

#include <stdint.h>
#include <string.h>

#include <os/base.h>

enum { OSUnknownByteOrder, OSLittleEndian, OSBigEndian };

/// The machine's byte order.
OS_INLINE int32_t OSHostByteOrder(void)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return OSBigEndian;
#else
    return OSLittleEndian;
#endif
}

// MARK: Swaps

OS_INLINE uint16_t OSSwapInt16(uint16_t x)
{
    return __builtin_bswap16(x);
}

OS_INLINE uint32_t OSSwapInt32(uint32_t x)
{
    return __builtin_bswap32(x);
}

OS_INLINE uint64_t OSSwapInt64(uint64_t x)
{
    return __builtin_bswap64(x);
}

// For constant expressions.
#define OSSwapConstInt16(x) ((uint16_t)__builtin_bswap16((uint16_t)(x)))
#define OSSwapConstInt32(x) ((uint32_t)__builtin_bswap32((uint32_t)(x)))
#define OSSwapConstInt64(x) ((uint64_t)__builtin_bswap64((uint64_t)(x)))

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OSSwapHostToBigInt16(x) ((uint16_t)(x))
#define OSSwapBigToHostInt16(x) ((uint16_t)(x))
#define OSSwapHostToLittleInt16(x) OSSwapInt16(x)
#define OSSwapLittleToHostInt16(x) OSSwapInt16(x)
#define OSSwapHostToBigConstInt16(x) ((uint16_t)(x))
#define OSSwapBigToHostConstInt16(x) ((uint16_t)(x))
#define OSSwapHostToLittleConstInt16(x) OSSwapConstInt16(x)
#define OSSwapLittleToHostConstInt16(x) OSSwapConstInt16(x)
#define OSSwapHostToBigInt32(x) ((uint32_t)(x))
#define OSSwapBigToHostInt32(x) ((uint32_t)(x))
#define OSSwapHostToLittleInt32(x) OSSwapInt32(x)
#define OSSwapLittleToHostInt32(x) OSSwapInt32(x)
#define OSSwapHostToBigConstInt32(x) ((uint32_t)(x))
#define OSSwapBigToHostConstInt32(x) ((uint32_t)(x))
#define OSSwapHostToLittleConstInt32(x) OSSwapConstInt32(x)
#define OSSwapLittleToHostConstInt32(x) OSSwapConstInt32(x)
#define OSSwapHostToBigInt64(x) ((uint64_t)(x))
#define OSSwapBigToHostInt64(x) ((uint64_t)(x))
#define OSSwapHostToLittleInt64(x) OSSwapInt64(x)
#define OSSwapLittleToHostInt64(x) OSSwapInt64(x)
#define OSSwapHostToBigConstInt64(x) ((uint64_t)(x))
#define OSSwapBigToHostConstInt64(x) ((uint64_t)(x))
#define OSSwapHostToLittleConstInt64(x) OSSwapConstInt64(x)
#define OSSwapLittleToHostConstInt64(x) OSSwapConstInt64(x)
#else
#define OSSwapHostToLittleInt16(x) ((uint16_t)(x))
#define OSSwapLittleToHostInt16(x) ((uint16_t)(x))
#define OSSwapHostToBigInt16(x) OSSwapInt16(x)
#define OSSwapBigToHostInt16(x) OSSwapInt16(x)
#define OSSwapHostToLittleConstInt16(x) ((uint16_t)(x))
#define OSSwapLittleToHostConstInt16(x) ((uint16_t)(x))
#define OSSwapHostToBigConstInt16(x) OSSwapConstInt16(x)
#define OSSwapBigToHostConstInt16(x) OSSwapConstInt16(x)
#define OSSwapHostToLittleInt32(x) ((uint32_t)(x))
#define OSSwapLittleToHostInt32(x) ((uint32_t)(x))
#define OSSwapHostToBigInt32(x) OSSwapInt32(x)
#define OSSwapBigToHostInt32(x) OSSwapInt32(x)
#define OSSwapHostToLittleConstInt32(x) ((uint32_t)(x))
#define OSSwapLittleToHostConstInt32(x) ((uint32_t)(x))
#define OSSwapHostToBigConstInt32(x) OSSwapConstInt32(x)
#define OSSwapBigToHostConstInt32(x) OSSwapConstInt32(x)
#define OSSwapHostToLittleInt64(x) ((uint64_t)(x))
#define OSSwapLittleToHostInt64(x) ((uint64_t)(x))
#define OSSwapHostToBigInt64(x) OSSwapInt64(x)
#define OSSwapBigToHostInt64(x) OSSwapInt64(x)
#define OSSwapHostToLittleConstInt64(x) ((uint64_t)(x))
#define OSSwapLittleToHostConstInt64(x) ((uint64_t)(x))
#define OSSwapHostToBigConstInt64(x) OSSwapConstInt64(x)
#define OSSwapBigToHostConstInt64(x) OSSwapConstInt64(x)
#endif

// MARK: Memory at an address and an offset in bytes, aligned or not

OS_INLINE uint16_t OSReadSwapInt16(const volatile void *base, uintptr_t byteOffset)
{
    uint16_t data;
    memcpy(&data, (const char *)(uintptr_t)base + byteOffset, sizeof data);
    return OSSwapInt16(data);
}

OS_INLINE void OSWriteSwapInt16(volatile void *base, uintptr_t byteOffset, uint16_t data)
{
    data = OSSwapInt16(data);
    memcpy((char *)(uintptr_t)base + byteOffset, &data, sizeof data);
}

OS_INLINE uint16_t _OSReadInt16(const volatile void *base, uintptr_t byteOffset)
{
    return OSSwapInt16(OSReadSwapInt16(base, byteOffset));
}

OS_INLINE void _OSWriteInt16(volatile void *base, uintptr_t byteOffset, uint16_t data)
{
    OSWriteSwapInt16(base, byteOffset, OSSwapInt16(data));
}

OS_INLINE uint32_t OSReadSwapInt32(const volatile void *base, uintptr_t byteOffset)
{
    uint32_t data;
    memcpy(&data, (const char *)(uintptr_t)base + byteOffset, sizeof data);
    return OSSwapInt32(data);
}

OS_INLINE void OSWriteSwapInt32(volatile void *base, uintptr_t byteOffset, uint32_t data)
{
    data = OSSwapInt32(data);
    memcpy((char *)(uintptr_t)base + byteOffset, &data, sizeof data);
}

OS_INLINE uint32_t _OSReadInt32(const volatile void *base, uintptr_t byteOffset)
{
    return OSSwapInt32(OSReadSwapInt32(base, byteOffset));
}

OS_INLINE void _OSWriteInt32(volatile void *base, uintptr_t byteOffset, uint32_t data)
{
    OSWriteSwapInt32(base, byteOffset, OSSwapInt32(data));
}

OS_INLINE uint64_t OSReadSwapInt64(const volatile void *base, uintptr_t byteOffset)
{
    uint64_t data;
    memcpy(&data, (const char *)(uintptr_t)base + byteOffset, sizeof data);
    return OSSwapInt64(data);
}

OS_INLINE void OSWriteSwapInt64(volatile void *base, uintptr_t byteOffset, uint64_t data)
{
    data = OSSwapInt64(data);
    memcpy((char *)(uintptr_t)base + byteOffset, &data, sizeof data);
}

OS_INLINE uint64_t _OSReadInt64(const volatile void *base, uintptr_t byteOffset)
{
    return OSSwapInt64(OSReadSwapInt64(base, byteOffset));
}

OS_INLINE void _OSWriteInt64(volatile void *base, uintptr_t byteOffset, uint64_t data)
{
    OSWriteSwapInt64(base, byteOffset, OSSwapInt64(data));
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OSReadBigInt16(base, byteOffset) _OSReadInt16(base, byteOffset)
#define OSReadLittleInt16(base, byteOffset) OSReadSwapInt16(base, byteOffset)
#define OSWriteBigInt16(base, byteOffset, data) \
    _OSWriteInt16(base, byteOffset, data)
#define OSWriteLittleInt16(base, byteOffset, data) \
    OSWriteSwapInt16(base, byteOffset, data)
#define OSReadBigInt32(base, byteOffset) _OSReadInt32(base, byteOffset)
#define OSReadLittleInt32(base, byteOffset) OSReadSwapInt32(base, byteOffset)
#define OSWriteBigInt32(base, byteOffset, data) \
    _OSWriteInt32(base, byteOffset, data)
#define OSWriteLittleInt32(base, byteOffset, data) \
    OSWriteSwapInt32(base, byteOffset, data)
#define OSReadBigInt64(base, byteOffset) _OSReadInt64(base, byteOffset)
#define OSReadLittleInt64(base, byteOffset) OSReadSwapInt64(base, byteOffset)
#define OSWriteBigInt64(base, byteOffset, data) \
    _OSWriteInt64(base, byteOffset, data)
#define OSWriteLittleInt64(base, byteOffset, data) \
    OSWriteSwapInt64(base, byteOffset, data)
#else
#define OSReadLittleInt16(base, byteOffset) _OSReadInt16(base, byteOffset)
#define OSReadBigInt16(base, byteOffset) OSReadSwapInt16(base, byteOffset)
#define OSWriteLittleInt16(base, byteOffset, data) \
    _OSWriteInt16(base, byteOffset, data)
#define OSWriteBigInt16(base, byteOffset, data) \
    OSWriteSwapInt16(base, byteOffset, data)
#define OSReadLittleInt32(base, byteOffset) _OSReadInt32(base, byteOffset)
#define OSReadBigInt32(base, byteOffset) OSReadSwapInt32(base, byteOffset)
#define OSWriteLittleInt32(base, byteOffset, data) \
    _OSWriteInt32(base, byteOffset, data)
#define OSWriteBigInt32(base, byteOffset, data) \
    OSWriteSwapInt32(base, byteOffset, data)
#define OSReadLittleInt64(base, byteOffset) _OSReadInt64(base, byteOffset)
#define OSReadBigInt64(base, byteOffset) OSReadSwapInt64(base, byteOffset)
#define OSWriteLittleInt64(base, byteOffset, data) \
    _OSWriteInt64(base, byteOffset, data)
#define OSWriteBigInt64(base, byteOffset, data) \
    OSWriteSwapInt64(base, byteOffset, data)
#endif
