// The fields of a big-endian file.

#include <CarbonCore/Endian.h>

#include "../check.h"

int main(void)
{
    UInt8 bytes[4] = {0x12, 0x34, 0x56, 0x78};
    UInt32 number;

    memcpy(&number, bytes, sizeof number);
    CHECK(EndianU32_BtoN(number) == 0x12345678 && EndianU32_LtoN(number) == 0x78563412);
    CHECK(EndianS32_NtoB(EndianS32_BtoN(-2)) == -2 && EndianU32_LtoB(1) == 0x01000000);
    CHECK(EndianS16_LtoB(0x0102) == 0x0201 && EndianU16_BtoL(0xFF00) == 0x00FF);
    CHECK(EndianU16_NtoL(EndianU16_LtoN(0xABCD)) == 0xABCD && EndianS16_BtoN(0) == 0);
    CHECK(EndianU64_BtoL(1) == (UInt64)1 << 56 && EndianS64_NtoL(EndianS64_LtoN(-3)) == -3);
    CHECK(Endian16_Swap(0x0102) == 0x0201 && Endian32_Swap(1) == 1 << 24);
    CHECK(Endian64_Swap(Endian64_Swap(77)) == 77);
    return 0;
}
