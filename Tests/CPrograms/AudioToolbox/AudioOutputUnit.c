// The methods of output units.

#ifndef HAS_HEADER
#include <AudioToolbox/AudioOutputUnit.h>
#endif

#include "../check.h"

static OSStatus succeed(void *self)
{
    if (self == NULL) return noErr;
    return kAudio_ParamError;
}

int main(void)
{
    AudioOutputUnitStartProc start = &succeed;
    AudioOutputUnitStopProc stop = &succeed;

    CHECK(start(NULL) == noErr && stop(NULL) == noErr);
    CHECK(kAudioOutputUnitRange == 512 && kAudioOutputUnitStartSelect == 513);
    CHECK(kAudioOutputUnitStopSelect == 514);
    return 0;
}
