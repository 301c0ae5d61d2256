// A component of a program.

#ifndef HAS_HEADER
#include <AudioToolbox/AudioComponent.h>
#endif

#include "../check.h"

static OSStatus open_instance(void *self, AudioComponentInstance instance)
{
    if (self != NULL && instance == NULL) return noErr;
    return kAudio_ParamError;
}

static OSStatus close_instance(void *self)
{
    if (self != NULL) return noErr;
    return kAudio_ParamError;
}

static AudioComponentMethod look_up(SInt16 selector)
{
    (void)selector;
    return NULL;
}

static AudioComponentPlugInInterface *make(const AudioComponentDescription *description)
{
    static AudioComponentPlugInInterface methods;

    methods.Open = description != NULL ? &open_instance : NULL;
    methods.Close = &close_instance;
    methods.Lookup = &look_up;
    return &methods;
}

int main(void)
{
    AudioComponentDescription description;
    AudioComponentFactoryFunction factory = &make;
    AudioComponentPlugInInterface *methods;
    AudioComponent component = NULL;

    memset(&description, 0, sizeof description);
    methods = factory(&description);
    CHECK(methods->Open(methods, NULL) == noErr && methods->Close(methods) == noErr);
    CHECK(methods->Lookup(1) == NULL && component == NULL);
    CHECK(sizeof description == 20 && kAudioComponentFlag_SandboxSafe == 2);
    return 0;
}
