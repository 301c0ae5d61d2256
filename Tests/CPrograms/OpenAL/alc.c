// A device and its context.

#include <OpenAL/alc.h>

#include <string.h>

#include "../check.h"

int main(void)
{
    ALCdevice *device = alcOpenDevice(NULL);
    ALCcontext *context = alcCreateContext(device, NULL);
    ALCint rate = 0;

    CHECK(device != NULL && context != NULL && alcGetCurrentContext() == NULL);
    CHECK(alcMakeContextCurrent(context) && alcGetContextsDevice(context) == device);
    alcGetIntegerv(device, ALC_FREQUENCY, 1, &rate);
    CHECK(rate == 48000 && alcGetError(device) == ALC_NO_ERROR);
    CHECK(strcmp(alcGetString(NULL, ALC_DEFAULT_DEVICE_SPECIFIER), "Sori") == 0);
    CHECK(alcIsExtensionPresent(device, "ALC_EXT_CAPTURE"));
    alcDestroyContext(context);
    CHECK(alcGetCurrentContext() == NULL && alcCloseDevice(device));
    CHECK(alcOpenDevice("none") == NULL && alcGetError(NULL) == ALC_INVALID_VALUE);
    return 0;
}
