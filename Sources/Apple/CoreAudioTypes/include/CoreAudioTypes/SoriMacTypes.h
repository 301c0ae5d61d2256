#pragma once

// The base types of Apple's C interfaces, for C and C++, which <MacTypes.h> declares on Apple's
// systems. Swift has types of its own for them.

#if !defined(__swift__) && !defined(__MACTYPES__)
#define __MACTYPES__ 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(nil) && !defined(__OBJC__)
#if defined(__cplusplus) && __cplusplus >= 201103L
#define nil nullptr
#else
#define nil NULL
#endif
#endif

// The Swift toolchain's Core Foundation declares these too, before it defines `CF_EXPORT`.
#if !defined(__COREFOUNDATION_CFBASE__) || !defined(CF_EXPORT)

// MARK: Integers and floating-point numbers

/// A Boolean of one byte.
typedef unsigned char Boolean;
typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;
typedef UInt8 Byte;
typedef SInt8 SignedByte;

// MARK: Results and codes

/// The status of an old call: zero for success, otherwise an error.
typedef SInt16 OSErr;
/// The status of a call: zero for success, otherwise an error.
typedef SInt32 OSStatus;
/// Four characters in one number, the first in the highest byte.
typedef UInt32 FourCharCode;
typedef FourCharCode OSType;
typedef SInt16 ScriptCode;
typedef SInt16 LangCode;
typedef SInt16 RegionCode;

// MARK: Text

/// A UTF-16 code unit.
typedef UInt16 UniChar;
typedef unsigned long UniCharCount;
typedef UInt8 UTF8Char;
typedef UInt16 UTF16Char;
typedef UInt32 UTF32Char;
/// A Pascal string: its length in the first byte, then as many characters.
typedef unsigned char Str255[256];
typedef unsigned char *StringPtr;
typedef const unsigned char *ConstStringPtr;
typedef const unsigned char *ConstStr255Param;

#endif

typedef unsigned char Str15[16];
typedef unsigned char Str27[28];
typedef unsigned char Str31[32];
typedef unsigned char Str32[33];
typedef unsigned char Str63[64];
typedef const unsigned char *ConstStr15Param;
typedef const unsigned char *ConstStr27Param;
typedef const unsigned char *ConstStr31Param;
typedef const unsigned char *ConstStr32Param;
typedef const unsigned char *ConstStr63Param;
typedef StringPtr *StringHandle;
/// The name of a file, as a Pascal string.
typedef Str63 StrFileName;
typedef ConstStr63Param ConstStrFileNameParam;
/// A character of one byte where a call takes a short integer.
typedef SInt16 CharParameter;
typedef UInt32 UnicodeScalarValue;
typedef UniChar *UniCharPtr;
typedef const UniChar *ConstUniCharPtr;
typedef UniCharCount *UniCharCountPtr;

typedef FourCharCode ResType;
typedef OSType *OSTypePtr;
typedef ResType *ResTypePtr;
typedef Boolean *BooleanPtr;

/// No error.
enum { noErr = 0 };
/// No options.
enum { kNilOptions = 0 };
enum { kInvalidID = 0 };
/// The bounds of an array at the end of a structure that can have more elements.
enum { kVariableLengthArray = 1 };
/// The code '????'.
enum { kUnknownType = 0x3F3F3F3F };

// MARK: Fixed-point numbers

/// A fixed-point number: 16 bits before the point, 16 bits after it.
typedef SInt32 Fixed;
typedef Fixed *FixedPtr;
typedef UInt32 UnsignedFixed;
typedef UnsignedFixed *UnsignedFixedPtr;
/// A fixed-point number from -2 up to 2: 2 bits before the point, 30 bits after it.
typedef SInt32 Fract;
typedef Fract *FractPtr;
/// A fixed-point number: 8 bits before the point, 8 bits after it.
typedef SInt16 ShortFixed;
typedef ShortFixed *ShortFixedPtr;

// MARK: Wide integers

/// An integer of 64 bits in two halves.
struct wide {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    SInt32 hi;
    UInt32 lo;
#else
    UInt32 lo;
    SInt32 hi;
#endif
};
typedef struct wide wide;
typedef wide *WidePtr;

/// An unsigned integer of 64 bits in two halves.
struct UnsignedWide {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    UInt32 hi;
    UInt32 lo;
#else
    UInt32 lo;
    UInt32 hi;
#endif
};
typedef struct UnsignedWide UnsignedWide;
typedef UnsignedWide *UnsignedWidePtr;

/// A floating-point number of 80 bits, as AIFF files have it.
struct Float80 {
    SInt16 exp;
    UInt16 man[4];
};
typedef struct Float80 Float80;

/// A floating-point number of 96 bits, of which 16 are not used.
struct Float96 {
    SInt16 exp[2];
    UInt16 man[4];
};
typedef struct Float96 Float96;

struct Float32Point {
    Float32 x;
    Float32 y;
};
typedef struct Float32Point Float32Point;

// MARK: Memory

typedef char *Ptr;
/// A pointer to a pointer.
typedef Ptr *Handle;
/// A size in bytes.
typedef long Size;
typedef void *LogicalAddress;
typedef const void *ConstLogicalAddress;
typedef void *PhysicalAddress;
typedef UInt8 *BytePtr;
typedef unsigned long ByteCount;
typedef unsigned long ByteOffset;
typedef unsigned long ItemCount;
typedef UInt32 OptionBits;
typedef UInt32 PBVersion;
typedef long (*ProcPtr)(void);
typedef ProcPtr UniversalProcPtr;
typedef ProcPtr *ProcHandle;
typedef UniversalProcPtr *UniversalProcHandle;
/// What a caller gives to be given back; as wide as a pointer.
#if defined(__LP64__)
typedef void *URefCon;
typedef void *SRefCon;
#else
typedef UInt32 URefCon;
typedef SInt32 SRefCon;
#endif

// MARK: Time

/// Milliseconds if positive, microseconds if negative.
typedef SInt32 Duration;
typedef UnsignedWide AbsoluteTime;
/// A time in units of a time scale.
typedef SInt32 TimeValue;
typedef SInt64 TimeValue64;
/// Units in a second.
typedef SInt32 TimeScale;
typedef wide CompTimeValue;

// MARK: Geometry

struct Point {
    short v;
    short h;
};
typedef struct Point Point;
typedef Point *PointPtr;

struct Rect {
    short top;
    short left;
    short bottom;
    short right;
};
typedef struct Rect Rect;
typedef Rect *RectPtr;

// MARK: Styles of text

typedef unsigned char Style;
typedef short StyleParameter;
typedef Style StyleField;

enum {
    normal = 0,
    bold = 1,
    italic = 2,
    underline = 4,
    outline = 8,
    shadow = 0x10,
    condense = 0x20,
    extend = 0x40
};

// MARK: Processes and versions

/// The number of a running program, in two halves.
struct ProcessSerialNumber {
    UInt32 highLongOfPSN;
    UInt32 lowLongOfPSN;
};
typedef struct ProcessSerialNumber ProcessSerialNumber;
typedef ProcessSerialNumber *ProcessSerialNumberPtr;

/// The stage of a version.
enum { developStage = 0x20, alphaStage = 0x40, betaStage = 0x60, finalStage = 0x80 };

/// A version: its parts are digits in binary-coded decimals.
struct NumVersion {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    UInt8 majorRev;
    UInt8 minorAndBugRev;
    UInt8 stage;
    UInt8 nonRelRev;
#else
    UInt8 nonRelRev;
    UInt8 stage;
    UInt8 minorAndBugRev;
    UInt8 majorRev;
#endif
};
typedef struct NumVersion NumVersion;

/// A version as parts and as one number.
union NumVersionVariant {
    NumVersion parts;
    UInt32 whole;
};
typedef union NumVersionVariant NumVersionVariant;
typedef NumVersionVariant *NumVersionVariantPtr;
typedef NumVersionVariantPtr *NumVersionVariantHandle;

/// The resource of a version.
struct VersRec {
    NumVersion numericVersion;
    short countryCode;
    Str255 shortVersion;
    Str255 reserved;
};
typedef struct VersRec VersRec;
typedef VersRec *VersRecPtr;
typedef VersRecPtr *VersRecHndl;

#endif
