// Types and scopes of audio units.

#include <AudioToolbox/AUComponent.h>

#include "../check.h"

int main(void)
{
    AudioUnitScope scope = kAudioUnitScope_Global;
    AudioUnitElement bus = 0;

    CHECK(scope == 0 && bus == 0 && kAudioUnitType_Effect == 0x61756678);
    CHECK(kAudioUnitSubType_RemoteIO == 0x72696F63 && kAudioUnitErr_Uninitialized == -10867);
    return 0;
}
