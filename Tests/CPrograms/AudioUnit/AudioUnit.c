// The description of the phone's output.

#include <AudioUnit/AudioUnit.h>

#include "../check.h"

int main(void)
{
    AudioComponentDescription description;

    memset(&description, 0, sizeof description);
    description.componentType = kAudioUnitType_Output;
    description.componentSubType = kAudioUnitSubType_RemoteIO;
    description.componentManufacturer = kAudioUnitManufacturer_Apple;
    CHECK(description.componentManufacturer == 0x6170706C);
    CHECK(kReverb2Param_DryWetMix == 0 && kAudioUnitParameterUnit_Percent == 3);
    return 0;
}
