// A name that is put together, searched and converted.

#include <CoreFoundation/CFString.h>

#include <string.h>

#include "../check.h"

int main(void)
{
    char text[32];
    UInt8 pascal[16];
    UInt8 bytes[8];
    CFIndex used = 0;
    CFMutableStringRef changed = CFStringCreateMutable(NULL, 0);
    CFArrayRef parts;
    CFStringRef joined;

    CFStringAppendCString(changed, "song", kCFStringEncodingASCII);
    CFStringAppend(changed, CFSTR(".wav"));
    CFStringAppendFormat(changed, NULL, CFSTR("-%d"), 12);
    CFStringInsert(changed, 0, CFSTR("a "));
    CHECK(CFStringGetCString(changed, text, sizeof text, kCFStringEncodingUTF8));
    CHECK(strcmp(text, "a song.wav-12") == 0 && CFStringGetLength(changed) == 13);
    CHECK(CFStringHasPrefix(changed, CFSTR("a ")) && CFStringHasSuffix(changed, CFSTR("-12")));
    CHECK(CFStringFind(changed, CFSTR("WAV"), kCFCompareCaseInsensitive).location == 7);
    CHECK(CFStringFind(changed, CFSTR("mp3"), 0).location == kCFNotFound);
    CFStringDelete(changed, CFRangeMake(10, 3));
    CFStringReplace(changed, CFRangeMake(0, 1), CFSTR("b"));
    CHECK(CFStringFindAndReplace(changed, CFSTR("wav"), CFSTR("caf"), CFRangeMake(0, 10), 0) == 1);
    CHECK(CFStringCompare(changed, CFSTR("b song.caf"), 0) == kCFCompareEqualTo);
    CHECK(CFStringGetPascalString(changed, pascal, sizeof pascal, kCFStringEncodingMacRoman));
    CHECK(pascal[0] == 10 && pascal[1] == 'b' && CFStringGetCharacterAtIndex(changed, 2) == 's');
    CHECK(CFStringGetBytes(
              changed, CFRangeMake(0, 3), kCFStringEncodingUTF8, 0, false, bytes, 8, &used) == 3);
    CHECK(used == 3 && CFStringGetIntValue(CFSTR("42")) == 42);
    CHECK(CFStringGetDoubleValue(CFSTR("0.5")) == 0.5);
    parts = CFStringCreateArrayBySeparatingStrings(NULL, CFSTR("a/b/c"), CFSTR("/"));
    joined = CFStringCreateByCombiningStrings(NULL, parts, CFSTR("-"));
    CHECK(CFArrayGetCount(parts) == 3 && CFEqual(joined, CFSTR("a-b-c")));
    CFRelease(joined);
    CFRelease(parts);
    CFRelease(changed);
    return 0;
}
