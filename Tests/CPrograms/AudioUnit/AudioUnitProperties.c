// Units of parameters.

#include <AudioUnit/AudioUnitProperties.h>

#include "../check.h"

int main(void)
{
    AudioUnitParameterUnit unit = kAudioUnitParameterUnit_Hertz;

    CHECK(unit == 8 && kAudioUnitParameterUnit_Decibels == 13);
    return 0;
}
