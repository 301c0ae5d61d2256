// Functions of the old kind: Pascal strings, handles, codes and errors.

#include <MacTypes.h>

#include "check.h"

static OSErr openResource(ConstStr255Param name, OSType type, Handle *outHandle)
{
    static char bytes[4];
    static Ptr pointer = bytes;
    if (name[0] == 0 || type == kUnknownType) return -50;
    *outHandle = &pointer;
    return noErr;
}

int main(void)
{
    Str255 name = {3, 'f', 'o', 'o'};
    Handle handle = nil;
    Rect bounds = {0, 0, 480, 320};
    Point origin = {0, 0};
    UnsignedWide time = {0, 0};
    Fixed half = 0x8000;
    Size size = sizeof(Float64);
    UniChar letter = 'x';
    SignedByte small = -1;
    Byte large = 255;
    Boolean isOn = true;
    OptionBits options = kNilOptions;

    CHECK(openResource(name, 0x534E4420, &handle) == noErr && **handle == 0);
    CHECK(openResource(name, kUnknownType, &handle) != noErr);
    CHECK(sizeof(Boolean) == 1 && sizeof(UInt8) == 1 && sizeof(SInt8) == 1 && sizeof(UniChar) == 2);
    CHECK(sizeof(UInt16) == 2 && sizeof(SInt16) == 2 && sizeof(OSErr) == 2 && sizeof(Point) == 4);
    CHECK(sizeof(UInt32) == 4 && sizeof(SInt32) == 4 && sizeof(OSStatus) == 4);
    CHECK(sizeof(Float32) == 4 && sizeof(Fixed) == 4 && sizeof(Fract) == 4 && sizeof(ResType) == 4);
    CHECK(sizeof(UInt64) == 8 && sizeof(SInt64) == 8 && sizeof(Float64) == 8 && sizeof(Rect) == 8);
    CHECK(sizeof(wide) == 8 && sizeof(Str255) == 256 && sizeof(Str63) == 64);
    CHECK(sizeof(Float80) == 10);
    CHECK(bounds.bottom - bounds.top == 480 && origin.h + origin.v == 0 && time.lo == 0);
    CHECK(half == 32768 && size == 8 && letter == 120 && small < large && isOn && options == 0);
    return 0;
}
