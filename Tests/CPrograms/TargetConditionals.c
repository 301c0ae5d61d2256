// A source that chooses the output of a phone or of a Mac.

#include <TargetConditionals.h>

#include "check.h"

#if TARGET_OS_IPHONE && TARGET_OS_MAC && !TARGET_OS_OSX && !TARGET_OS_SIMULATOR
static const char *const output = "RemoteIO";
#else
static const char *const output = "HALOutput";
#endif

int main(void)
{
    CHECK(output[0] == 'R');
    CHECK(TARGET_RT_LITTLE_ENDIAN + TARGET_RT_BIG_ENDIAN == 1);
    CHECK(TARGET_RT_64_BIT == (sizeof(void *) == 8));
    CHECK(TARGET_CPU_X86_64 + TARGET_CPU_ARM64 + TARGET_CPU_X86 + TARGET_CPU_ARM <= 1);
    CHECK(!TARGET_OS_LINUX && !TARGET_OS_WIN32 && !TARGET_OS_TV && !TARGET_OS_WATCH);
    return 0;
}
