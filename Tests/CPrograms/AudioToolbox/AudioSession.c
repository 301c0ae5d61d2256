// The category of a session.

#include <AudioToolbox/AudioSession.h>

#include "../check.h"

static void interrupted(void *clientData, UInt32 state)
{
    (void)clientData;
    (void)state;
}

int main(void)
{
    UInt32 category = 0;
    UInt32 size = sizeof category;

    CHECK(AudioSessionSetActive(false) == kAudioSessionNotInitialized);
    CHECK(AudioSessionInitialize(NULL, NULL, interrupted, NULL) == noErr);
    category = kAudioSessionCategory_MediaPlayback;
    CHECK(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, size, &category) == noErr);
    category = 0;
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &category) == noErr);
    CHECK(category == kAudioSessionCategory_MediaPlayback);
    return 0;
}
