#pragma once

// Fixed-point arithmetic: `Fixed` has 16 bits after the point, `Fract` has 30. A product or a
// quotient is rounded, and one that does not fit becomes the nearest number that does.

#include <CoreFoundation/CFBase.h>

#define fixed1 ((Fixed)0x00010000)
#define fract1 ((Fract)0x40000000)
#define positiveInfinity ((SInt32)0x7FFFFFFF)
#define negativeInfinity ((SInt32)(-0x7FFFFFFF - 1))

// MARK: Conversions as macros

#define IntToFixed(a) ((Fixed)((Fixed)(a) * fixed1))
/// Rounds to the nearest integer.
#define FixedToInt(a) ((short)(((Fixed)(a) + fixed1 / 2) >> 16))
#define FixedToFloat(a) ((float)(a) / (float)fixed1)
#define FloatToFixed(a) ((Fixed)((float)(a) * (float)fixed1))
#define FractToFloat(a) ((float)(a) / (float)fract1)
#define FloatToFract(a) ((Fract)((float)(a) * (float)fract1))
#define FixedToFract(a) ((Fract)((Fract)(a) * (1 << 14)))
#define FractToFixed(a) ((Fixed)(((Fixed)(a) + (1 << 13)) >> 14))

// MARK: Functions

/// The nearest number of 32 bits.
CF_INLINE SInt32 __SoriFixedNearest(double value)
{
    if (value >= 2147483647.0) return positiveInfinity;
    if (value <= -2147483648.0) return negativeInfinity;
    return (SInt32)(value < 0 ? value - 0.5 : value + 0.5);
}

/// A quotient in a unit; of a division by zero, the largest number with the sign of the dividend.
CF_INLINE SInt32 __SoriFixedQuotient(double dividend, double divisor, double unit)
{
    if (divisor == 0) return dividend < 0 ? negativeInfinity : positiveInfinity;
    return __SoriFixedNearest(dividend / divisor * unit);
}

CF_INLINE Fixed FixRatio(short numer, short denom)
{
    return __SoriFixedQuotient(numer, denom, 65536.0);
}

CF_INLINE Fixed FixMul(Fixed a, Fixed b)
{
    return __SoriFixedNearest((double)a * (double)b / 65536.0);
}

CF_INLINE Fixed FixDiv(Fixed x, Fixed y)
{
    return __SoriFixedQuotient(x, y, 65536.0);
}

CF_INLINE Fract FracMul(Fract x, Fract y)
{
    return __SoriFixedNearest((double)x * (double)y / 1073741824.0);
}

CF_INLINE Fract FracDiv(Fract x, Fract y)
{
    return __SoriFixedQuotient(x, y, 1073741824.0);
}

/// The nearest integer; of two that are as near, the greater.
CF_INLINE short FixRound(Fixed x)
{
    return x >= 0x7FFF8000 ? (short)0x7FFF : (short)((x + 0x8000) >> 16);
}

CF_INLINE SInt32 Fix2Long(Fixed x)
{
    return FixRound(x);
}

CF_INLINE Fixed Long2Fix(SInt32 x)
{
    return __SoriFixedNearest((double)x * 65536.0);
}

CF_INLINE Fract Fix2Frac(Fixed x)
{
    return __SoriFixedNearest((double)x * 16384.0);
}

CF_INLINE Fixed Frac2Fix(Fract x)
{
    return __SoriFixedNearest((double)x / 16384.0);
}

CF_INLINE double Fix2X(Fixed x)
{
    return (double)x / 65536.0;
}

CF_INLINE Fixed X2Fix(double x)
{
    return __SoriFixedNearest(x * 65536.0);
}

CF_INLINE double Frac2X(Fract x)
{
    return (double)x / 1073741824.0;
}

CF_INLINE Fract X2Frac(double x)
{
    return __SoriFixedNearest(x * 1073741824.0);
}
