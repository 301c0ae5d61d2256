// Enumerations of a library's header.

#include <CoreFoundation/CFAvailability.h>

#include "../check.h"

typedef CF_ENUM(unsigned int, Colour) {
    kColourRed = 0,
    kColourBlue CF_ENUM_AVAILABLE(10_5, 2_0) = 1
};
typedef CF_OPTIONS(unsigned int, Style) { kStyleBold = 1 << 0, kStyleTall = 1 << 1 };
typedef CF_CLOSED_ENUM(signed char, Size) { kSizeSmall = -1, kSizeLarge = 1 };
CF_ENUM(int) { kErrorOne = -1, kErrorTwo = -2 };
enum { kOld CF_ENUM_DEPRECATED(10_0, 10_5, 2_0, 3_0) = 5 };

int draw(Colour colour, Style style) CF_AVAILABLE(10_5, 2_0);
int draw(Colour colour, Style style)
{
    switch (colour) {
    case kColourRed: return (style & kStyleTall) != 0;
    case kColourBlue: return 2;
    default: return kErrorTwo;
    }
}

int main(void)
{
    Style style = kStyleBold | kStyleTall;
    Size size = kSizeSmall;

    CHECK(draw(kColourRed, style) == 1 && draw(kColourBlue, kStyleBold) == 2);
    CHECK(draw(7, 0) == -2 && size == -1 && sizeof(Size) == 1 && kErrorOne == -1 && kOld == 5);
    return 0;
}
