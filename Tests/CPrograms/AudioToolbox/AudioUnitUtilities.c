// Events of listeners.

#include <AudioToolbox/AudioUnitUtilities.h>

#include "../check.h"

int main(void)
{
    AudioUnitEvent event;
    AUEventListenerRef listener = NULL;
    AUParameterListenerRef parameters = listener;

    memset(&event, 0, sizeof event);
    event.mEventType = kAudioUnitEvent_PropertyChange;
    event.mArgument.mProperty.mPropertyID = kAudioUnitProperty_StreamFormat;
    CHECK(event.mArgument.mParameter.mParameterID == 8 && parameters == NULL);
    CHECK(event.mEventType == 3 && kAUParameterListener_AnyParameter == 0xFFFFFFFFU);
    return 0;
}
