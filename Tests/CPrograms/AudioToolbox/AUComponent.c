// Types, statuses, parameter events and callbacks of audio units.

#ifndef HAS_HEADER
#include <AudioToolbox/AUComponent.h>
#endif

#include "../check.h"

static OSStatus render(
    void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus,
    UInt32 frames, AudioBufferList *buffers)
{
    return data == NULL && *flags == 4 && time->mFlags == 0 && buffers == NULL
               ? (OSStatus)(bus + frames)
               : kAudio_ParamError;
}

int main(void)
{
    AudioUnitScope scope = kAudioUnitScope_Global;
    AudioUnitElement bus = 0;
    AudioUnitParameterEvent event;
    AudioUnitRenderActionFlags flags = kAudioUnitRenderAction_PreRender;
    AURenderCallback callback = &render;
    AudioTimeStamp time;

    memset(&time, 0, sizeof time);
    memset(&event, 0, sizeof event);
    event.eventType = kParameterEvent_Ramped;
    event.eventValues.ramp.endValue = 1;
    CHECK(sizeof event == 32 && event.eventValues.immediate.bufferOffset == 0);
    CHECK(callback(NULL, &flags, &time, 1, 512, NULL) == 513);
    // Options are a number, also in C++: C++ programs begin them with none, and combine them.
    flags = 0;
    flags |= kAudioUnitRenderAction_OutputIsSilence;
    CHECK(flags == 16);
    flags = kAudioUnitRenderAction_PostRender | kAudioUnitRenderAction_PostRenderError;
    CHECK(flags == 264);
    CHECK(scope == 0 && bus == 0 && kAudioUnitType_Effect == 0x61756678);
    CHECK(kAudioUnitSubType_RemoteIO == 0x72696F63 && kAudioUnitErr_Uninitialized == -10867);
    CHECK(kAudioUnitErr_MultipleVoiceProcessors == -66635);
    CHECK(kAudioComponentErr_InstanceInvalidated == -66749);
    CHECK(kAudioUnitRenderSelect == 14 && kAudioUnitProcessMultipleSelect == 21);
    return 0;
}
