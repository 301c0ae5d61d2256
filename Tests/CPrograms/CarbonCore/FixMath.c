// Fixed-point arithmetic at its limits.

#include <CarbonCore/FixMath.h>

#include "../check.h"

int main(void)
{
    Fixed three = IntToFixed(3);
    Fract half = FloatToFract(0.5f);

    CHECK(three == 0x30000 && half == 0x20000000 && fixed1 == 65536 && fract1 == 1 << 30);
    CHECK(FixedToInt(three + 0x7FFF) == 3 && FixedToInt(three + 0x8000) == 4);
    CHECK(FixedToInt(-three) == -3 && FixedToFloat(three / 2) == 1.5f);
    CHECK(FractToFloat(half) == 0.5f);
    CHECK(FixMul(three, three) == IntToFixed(9) && FixDiv(three, IntToFixed(2)) == 0x18000);
    CHECK(FixMul(IntToFixed(30000), three) == positiveInfinity);
    CHECK(FixDiv(-three, 0) == negativeInfinity && FixDiv(0, 0) == positiveInfinity);
    CHECK(FixRatio(1, 4) == 0x4000 && FixRatio(-1, 4) == -0x4000 && FixRound(0x18000) == 2);
    CHECK(FixRound(positiveInfinity) == 32767 && Fix2Long(three) == 3 && Long2Fix(3) == three);
    CHECK(Long2Fix(40000) == positiveInfinity);
    CHECK(FracMul(half, half) == fract1 / 4 && FracDiv(half, fract1) == half);
    CHECK(Fix2Frac(fixed1) == fract1 && Frac2Fix(half) == 0x8000 && FixedToFract(0x8000) == half);
    CHECK(FractToFixed(half) == 0x8000 && Fix2X(three) == 3.0 && X2Fix(-0.5) == -0x8000);
    CHECK(Frac2X(half) == 0.5 && X2Frac(0.5) == half && X2Fix(1e9) == positiveInfinity);
    return 0;
}
