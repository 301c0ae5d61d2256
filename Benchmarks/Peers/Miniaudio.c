// miniaudio's engine, without a device.
#define MINIAUDIO_IMPLEMENTATION
#define MA_NO_DEVICE_IO
#define MA_NO_ENCODING
#define MA_NO_DECODING
#include "miniaudio.h"

#include "Peer.h"

#include <stdlib.h>

typedef struct instance {
    sori_peer_setup setup;
    ma_engine engine;
    ma_audio_buffer_ref *buffers;
    ma_sound *sounds;
    uint32_t sound_count;
    uint32_t block;
} instance;

static void free_instance(void *context) {
    instance *self = context;
    for (uint32_t index = 0; index < self->sound_count; index++) {
        ma_sound_uninit(&self->sounds[index]);
        ma_audio_buffer_ref_uninit(&self->buffers[index]);
    }
    ma_engine_uninit(&self->engine);
    free(self->sounds);
    free(self->buffers);
    free(self);
}

static void *make(const sori_peer_setup *setup) {
    if (setup->work == SORI_PEER_STREAM) {
        return NULL;
    }
    instance *self = calloc(1, sizeof *self);
    self->setup = *setup;
    ma_engine_config configuration = ma_engine_config_init();
    configuration.noDevice = MA_TRUE;
    configuration.channels = 2;
    configuration.sampleRate = 48000;
    if (setup->work == SORI_PEER_RAMP) {
        configuration.defaultVolumeSmoothTimeInPCMFrames = setup->block_frames;
    }
    if (ma_engine_init(&configuration, &self->engine) != MA_SUCCESS) {
        free(self);
        return NULL;
    }
    self->buffers = calloc(setup->voice_count, sizeof *self->buffers);
    self->sounds = calloc(setup->voice_count, sizeof *self->sounds);
    bool converts = setup->work == SORI_PEER_CONVERTED || setup->work == SORI_PEER_OWN_RATES;
    for (uint32_t index = 0; index < setup->voice_count; index++) {
        ma_audio_buffer_ref *buffer = &self->buffers[index];
        ma_audio_buffer_ref_init(
            ma_format_f32, 2, setup->source, setup->source_frames, buffer);
        buffer->sampleRate = converts ? 44100 : 48000;
        ma_data_source_set_looping(buffer, MA_TRUE);
        ma_uint32 flags = MA_SOUND_FLAG_NO_SPATIALIZATION;
        if (setup->work != SORI_PEER_OWN_RATES) {
            flags |= MA_SOUND_FLAG_NO_PITCH;
        }
        ma_sound *sound = &self->sounds[index];
        if (ma_sound_init_from_data_source(&self->engine, buffer, flags, NULL, sound)
            != MA_SUCCESS) {
            free_instance(self);
            return NULL;
        }
        self->sound_count++;
        ma_sound_set_looping(sound, MA_TRUE);
        ma_sound_set_volume(sound, 0.5f / (float)setup->voice_count);
        if (setup->work == SORI_PEER_OWN_RATES) {
            ma_sound_set_pitch(sound, (float)sori_peer_pitch(index));
        }
        ma_sound_start(sound);
    }
    return self;
}

static void render(void *context, float *output) {
    instance *self = context;
    if (self->setup.work == SORI_PEER_RAMP) {
        self->block++;
        for (uint32_t index = 0; index < self->sound_count; index++) {
            float gain = (float)((self->block + index) % 8 + 1) / 16;
            ma_sound_set_volume(&self->sounds[index], gain / (float)self->sound_count);
        }
    }
    ma_engine_read_pcm_frames(&self->engine, output, self->setup.block_frames, NULL);
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {"miniaudio", MA_VERSION_STRING, make, render, free_instance};
    return &peer;
}
