// A source and its buffer, and calls without a context.

#include <OpenAL/al.h>
#include <OpenAL/alc.h>

#include "../check.h"

int main(void)
{
    ALCdevice *device = alcOpenDevice(NULL);
    ALCcontext *context = alcCreateContext(device, NULL);
    ALuint source = 0, buffer = 0;
    ALint number = 0;
    short samples[100] = {0};

    CHECK(alGetError() == AL_INVALID_OPERATION && alGetString(AL_VERSION) == NULL);
    CHECK(alcMakeContextCurrent(context) && alGetError() == AL_NO_ERROR);
    alGenSources(1, &source);
    alGenBuffers(1, &buffer);
    alBufferData(buffer, AL_FORMAT_MONO16, samples, sizeof samples, 22050);
    alSourcei(source, AL_BUFFER, (ALint)buffer);
    alGetBufferi(buffer, AL_FREQUENCY, &number);
    CHECK(number == 22050 && alGetError() == AL_NO_ERROR);
    alGetSourcei(source, AL_SOURCE_STATE, &number);
    CHECK(number == AL_INITIAL && alIsSource(source) && !alIsSource(source + 1000));
    alSourcef(source, AL_GAIN, -1);
    CHECK(alGetError() == AL_INVALID_VALUE);
    alDeleteSources(1, &source);
    alDeleteBuffers(1, &buffer);
    CHECK(alGetError() == AL_NO_ERROR);
    alcDestroyContext(context);
    CHECK(alcCloseDevice(device));
    return 0;
}
