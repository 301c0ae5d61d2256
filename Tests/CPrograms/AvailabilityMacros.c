// A choice by the version of macOS.

#include <AvailabilityMacros.h>

#include "check.h"

#if MAC_OS_X_VERSION_MAX_ALLOWED >= MAC_OS_X_VERSION_10_5
static const int hasAudioQueue = 1;
#else
static const int hasAudioQueue = 0;
#endif

int newer(void) AVAILABLE_MAC_OS_X_VERSION_10_5_AND_LATER;
int newer(void) { return 1; }

int main(void)
{
    CHECK(hasAudioQueue && newer() == 1);
    CHECK(MAC_OS_X_VERSION_10_4 == 1040 && MAC_OS_X_VERSION_10_15 == 101500);
    CHECK(MAC_OS_X_VERSION_MIN_REQUIRED <= MAC_OS_X_VERSION_MAX_ALLOWED);
    return 0;
}
