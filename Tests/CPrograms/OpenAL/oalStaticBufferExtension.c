// A buffer that is filled from memory of the program.

#include <OpenAL/oalStaticBufferExtension.h>
#include <OpenAL/alc.h>

#include <string.h>

#include "../check.h"

int main(void)
{
    void *address = alcGetProcAddress(NULL, "alBufferDataStatic");
    alBufferDataStaticProcPtr fill;
    ALCdevice *device = alcOpenDevice(NULL);
    ALCcontext *context = alcCreateContext(device, NULL);
    ALuint buffer = 0;
    ALint size = 0;
    unsigned char samples[10] = {128};

    memcpy(&fill, &address, sizeof fill);
    CHECK(fill != NULL && alcMakeContextCurrent(context));
    alGenBuffers(1, &buffer);
    fill((ALint)buffer, AL_FORMAT_MONO8, samples, sizeof samples, 8000);
    alGetBufferi(buffer, AL_SIZE, &size);
    CHECK(size == 10 && alGetError() == AL_NO_ERROR);
    alcDestroyContext(context);
    CHECK(alcCloseDevice(device));
    return 0;
}
