// Values of properties.

#ifndef HAS_HEADER
#include <AudioToolbox/AudioUnitProperties.h>
#endif

#include "../check.h"

int main(void)
{
    AudioUnitParameterUnit unit = kAudioUnitParameterUnit_Hertz;
    AudioUnitParameterOptions flags = kAudioUnitParameterFlag_DisplayLogarithmic;
    AURenderCallbackStruct callback;
    AudioUnitParameterInfo info;
    ScheduledAudioFileRegion region;
    AUPreset preset;

    memset(&callback, 0, sizeof callback);
    memset(&preset, 0, sizeof preset);
    CHECK(callback.inputProc == NULL && preset.presetName == NULL);
    CHECK(unit == 8 && kAudioUnitParameterUnit_Decibels == 13);
    CHECK(AudioUnitDisplayTypeIsLogarithmic(flags) && !AudioUnitDisplayTypeIsCubed(flags));
    flags = SetAudioUnitParameterDisplayType(flags, kAudioUnitParameterFlag_DisplayCubed);
    CHECK(AudioUnitDisplayTypeIsCubed(flags) && kAudioUnitParameterFlag_CanRamp == 1 << 25);
    CHECK(sizeof info.name == 52 && sizeof region.mStartFrame == 8);
    CHECK(strcmp(kAUPresetSubtypeKey, "subtype") == 0);
    CHECK(kAudioUnitProperty_SetRenderCallback == 23 && kAudioOutputUnitProperty_EnableIO == 2003);
    CHECK(kAUVoiceIOProperty_OtherAudioDuckingConfiguration == 2108);
    CHECK(kAudioUnitProperty_ScheduledFileRegion == 3311);
    return 0;
}
