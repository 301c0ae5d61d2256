// A system sound that does not exist.

#include <AudioToolbox/AudioServices.h>

#include "../check.h"

int main(void)
{
    SystemSoundID sound = 4711;
    UInt32 isUISound = 0;
    UInt32 size = sizeof isUISound;

    CHECK(AudioServicesGetProperty(
              kAudioServicesPropertyIsUISound, sizeof sound, &sound, &size, &isUISound) ==
          kAudioServicesSystemSoundUnspecifiedError);
    CHECK(AudioServicesDisposeSystemSoundID(sound) == kAudioServicesSystemSoundUnspecifiedError);
    return 0;
}
