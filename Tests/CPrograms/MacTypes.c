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

struct List {
    UInt32 count;
    UInt16 items[kVariableLengthArray];
};

static OSErr draw(Style style, CharParameter letter, SRefCon context)
{
    *(StyleParameter *)context = (StyleParameter)(style | letter);
    return noErr;
}

static void useVersions(void)
{
    ProcessSerialNumber process = {0, 2};
    ProcessSerialNumberPtr processPointer = &process;
    NumVersionVariant version;
    VersRec record;
    VersRecPtr recordPointer = &record;
    VersRecHndl recordHandle = &recordPointer;
    StyleParameter drawn = 0;
    URefCon context = &drawn;
    StrFileName file = {1, 'a'};
    ConstStrFileNameParam fileParameter = file;

    version.whole = 0x02518003;
    CHECK(version.parts.majorRev == 2 && version.parts.minorAndBugRev == 0x51);
    CHECK(version.parts.stage == finalStage && version.parts.nonRelRev == 3);
    record.numericVersion = version.parts;
    record.countryCode = 0;
    record.shortVersion[0] = record.reserved[0] = 0;
    CHECK((*recordHandle)->numericVersion.stage > betaStage && betaStage > alphaStage);
    CHECK(sizeof(VersRec) == 518 && sizeof(NumVersion) == 4 && alphaStage > developStage);
    CHECK(processPointer->highLongOfPSN == 0 && processPointer->lowLongOfPSN == 2);
    CHECK(sizeof(ProcessSerialNumber) == 8 && sizeof(struct List) == 8);
    CHECK(draw(bold | italic | condense, 'A', context) == noErr && drawn == 0x63);
    CHECK((normal | underline | outline | shadow | extend) == 0x5C && fileParameter[1] == 'a');
    CHECK(sizeof(StrFileName) == 64 && sizeof(Style) == 1 && sizeof(StyleField) == 1);
    CHECK(sizeof(Float96) == 12 && sizeof(Float32Point) == 8 && sizeof(SRefCon) == sizeof(Ptr));
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
    useVersions();
    return 0;
}
