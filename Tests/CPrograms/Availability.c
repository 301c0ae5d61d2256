// Declarations with marks of availability, and a choice by version.

#include <Availability.h>

#include "check.h"

#if __IPHONE_OS_VERSION_MIN_REQUIRED < __IPHONE_7_0
static const char *const session = "AudioSession";
#else
static const char *const session = "AVAudioSession";
#endif

int newer(void) API_AVAILABLE(macos(10.15), ios(13.0));
int older(void) API_DEPRECATED("use newer", ios(2.0, 7.0), macos(10.0, 10.9));
int oldest(void) __OSX_AVAILABLE_BUT_DEPRECATED(__MAC_10_0, __MAC_10_5, __IPHONE_2_0, __IPHONE_3_0);
int absent(void) API_UNAVAILABLE(watchos, tvos);
int first(void) __OSX_AVAILABLE_STARTING(__MAC_10_5, __IPHONE_2_0);

int newer(void) { return 1; }
int older(void) { return 2; }
int oldest(void) { return 3; }
int absent(void) { return 4; }
int first(void) { return 5; }

int main(void)
{
    CHECK(session[1] == 'u');
    CHECK(newer() + older() + oldest() + absent() + first() == 15);
    CHECK(__IPHONE_OS_VERSION_MAX_ALLOWED >= __IPHONE_17_0 && __IPHONE_13_0 == 130000);
    CHECK(__MAC_10_9 == 1090 && __MAC_10_15 == 101500 && __MAC_11_0 == 110000);
    if (__builtin_available(iOS 13.0, macOS 10.15, *)) CHECK(newer() == 1);
    return 0;
}
