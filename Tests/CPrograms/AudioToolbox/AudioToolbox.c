// All of AudioToolbox in one.

#include <AudioToolbox/AudioToolbox.h>

#include "../check.h"

int main(void)
{
    SystemSoundID vibration = kSystemSoundID_Vibrate;
    AudioStreamBasicDescription format;

    memset(&format, 0, sizeof format);
    CHECK(vibration == 0xFFF && sizeof format == 40 && kAudioUnitType_Mixer == 0x61756D78);
    CHECK(fabs(-0.5) == 0.5);
    return 0;
}
