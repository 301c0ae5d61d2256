// OpenAL Soft, which renders into memory (ALC_SOFT_loopback).
#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

#include "Peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct instance {
    sori_peer_setup setup;
    ALCdevice *device;
    ALCcontext *context;
    ALuint buffer;
    ALuint *sources;
    uint32_t block;
} instance;

static char version[64] = "unknown";

static void free_instance(void *context) {
    instance *self = context;
    alcMakeContextCurrent(self->context);
    alDeleteSources((ALsizei)self->setup.voice_count, self->sources);
    alDeleteBuffers(1, &self->buffer);
    alcMakeContextCurrent(NULL);
    alcDestroyContext(self->context);
    alcCloseDevice(self->device);
    free(self->sources);
    free(self);
}

// The best resampler that there is, by its name: bsinc24, which is a sinc of the 23rd order.
static ALint best_resampler(void) {
    ALint count = alGetInteger(AL_NUM_RESAMPLERS_SOFT);
    ALint best = alGetInteger(AL_DEFAULT_RESAMPLER_SOFT);
    for (ALint index = 0; index < count; index++) {
        const char *name = alGetStringiSOFT(AL_RESAMPLER_NAME_SOFT, index);
        if (name != NULL && strstr(name, "23rd order Sinc") != NULL) {
            best = index;
        }
    }
    return best;
}

static void *make(const sori_peer_setup *setup) {
    if (setup->work == SORI_PEER_STREAM) {
        return NULL;
    }
    instance *self = calloc(1, sizeof *self);
    self->setup = *setup;
    self->sources = calloc(setup->voice_count, sizeof *self->sources);
    self->device = alcLoopbackOpenDeviceSOFT(NULL);
    const ALCint attributes[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT,
        ALC_FORMAT_TYPE_SOFT,     ALC_FLOAT_SOFT,
        ALC_FREQUENCY,            48000,
        ALC_MONO_SOURCES,         0,
        ALC_STEREO_SOURCES,       (ALCint)setup->voice_count,
        0};
    if (self->device != NULL) {
        self->context = alcCreateContext(self->device, attributes);
    }
    if (self->context == NULL || !alcMakeContextCurrent(self->context)) {
        free(self->sources);
        free(self);
        return NULL;
    }
    snprintf(version, sizeof version, "%s", alGetString(AL_VERSION));
    bool converts = setup->work == SORI_PEER_CONVERTED || setup->work == SORI_PEER_OWN_RATES;
    alGenBuffers(1, &self->buffer);
    alBufferData(
        self->buffer, AL_FORMAT_STEREO_FLOAT32, setup->source,
        (ALsizei)(setup->source_frames * 2 * sizeof(float)), converts ? 44100 : 48000);
    alGenSources((ALsizei)setup->voice_count, self->sources);
    ALint resampler = best_resampler();
    for (uint32_t index = 0; index < setup->voice_count; index++) {
        ALuint source = self->sources[index];
        alSourcei(source, AL_BUFFER, (ALint)self->buffer);
        alSourcei(source, AL_LOOPING, AL_TRUE);
        alSourcei(source, AL_SOURCE_RESAMPLER_SOFT, resampler);
        alSourcef(source, AL_GAIN, 0.5f / (float)setup->voice_count);
        if (setup->work == SORI_PEER_OWN_RATES) {
            alSourcef(source, AL_PITCH, (float)sori_peer_pitch(index));
        }
    }
    alSourcePlayv((ALsizei)setup->voice_count, self->sources);
    if (alGetError() != AL_NO_ERROR) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    instance *self = context;
    alcMakeContextCurrent(self->context);
    if (self->setup.work == SORI_PEER_RAMP) {
        self->block++;
        for (uint32_t index = 0; index < self->setup.voice_count; index++) {
            float gain = (float)((self->block + index) % 8 + 1) / 16;
            alSourcef(self->sources[index], AL_GAIN, gain / (float)self->setup.voice_count);
        }
    }
    alcRenderSamplesSOFT(self->device, output, (ALCsizei)self->setup.block_frames);
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {"OpenAL Soft", version, make, render, free_instance};
    return &peer;
}
