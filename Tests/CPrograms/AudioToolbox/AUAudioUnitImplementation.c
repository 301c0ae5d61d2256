// The events of audio units of version 3.

#include <AudioToolbox/AUAudioUnitImplementation.h>

#include "../check.h"

int main(void)
{
    AURenderEvent first, second;
    AURenderEvent *event;
    int count = 0;

    first.parameter.next = &second;
    first.parameter.eventSampleTime = 100;
    first.parameter.eventType = AURenderEventParameterRamp;
    first.parameter.rampDurationSampleFrames = 200;
    first.parameter.parameterAddress = 7;
    first.parameter.value = 0.5f;
    second.MIDI.next = NULL;
    second.MIDI.eventSampleTime = 300;
    second.MIDI.eventType = AURenderEventMIDI;
    second.MIDI.length = 3;
    for (event = &first; event != NULL; event = event->head.next) count++;

    CHECK(count == 2 && first.head.eventSampleTime == 100);
    CHECK(first.head.eventType == 2 && second.head.eventType == 8);
    CHECK(AUParameterAutomationEventTypeRelease == 2 && AUAudioUnitBusTypeOutput == 2);
    CHECK(AUHostTransportStateCycling == 8);
    return 0;
}
