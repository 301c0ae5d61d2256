// Host time and nanoseconds.

#include <CoreAudio/HostTime.h>

#include "../check.h"

int main(void)
{
    UInt64 now = AudioGetCurrentHostTime();

    CHECK(AudioGetCurrentHostTime() >= now);
    CHECK(AudioGetHostClockFrequency() == 1000000000.0);
    CHECK(AudioGetHostClockMinimumTimeDelta() == 1);
    CHECK(AudioConvertNanosToHostTime(AudioConvertHostTimeToNanos(now)) == now);
    return 0;
}
