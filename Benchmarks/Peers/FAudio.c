// FAudio, which converts with linear interpolation. Its callback of SDL is called for each block.
#include <FAudio.h>

#include "Peer.h"
#include "SDLDevice.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct instance {
    FAudio *audio;
    FAudioMasteringVoice *master;
    FAudioSourceVoice **voices;
    uint32_t voice_count;
} instance;

static char version[16] = "unknown";

static void free_instance(void *context) {
    instance *self = context;
    for (uint32_t index = 0; index < self->voice_count; index++) {
        FAudioVoice_DestroyVoice(self->voices[index]);
    }
    if (self->master != NULL) {
        FAudioVoice_DestroyVoice(self->master);
    }
    if (self->audio != NULL) {
        FAudio_Release(self->audio);
    }
    free(self->voices);
    free(self);
}

static FAudioWaveFormatEx stereo(uint32_t sample_rate) {
    FAudioWaveFormatEx format = {0};
    format.wFormatTag = FAUDIO_FORMAT_IEEE_FLOAT;
    format.nChannels = 2;
    format.nSamplesPerSec = sample_rate;
    format.wBitsPerSample = 32;
    format.nBlockAlign = 2 * sizeof(float);
    format.nAvgBytesPerSec = sample_rate * format.nBlockAlign;
    return format;
}

static bool add_voice(instance *self, const sori_peer_setup *setup) {
    bool converts = setup->work == SORI_PEER_CONVERTED || setup->work == SORI_PEER_OWN_RATES;
    FAudioWaveFormatEx format = stereo(converts ? 44100 : 48000);
    FAudioSourceVoice *voice = NULL;
    if (FAudio_CreateSourceVoice(self->audio, &voice, &format, 0, 2, NULL, NULL, NULL) != 0) {
        return false;
    }
    self->voices[self->voice_count] = voice;
    if (setup->work == SORI_PEER_OWN_RATES) {
        float pitch = (float)sori_peer_pitch(self->voice_count);
        FAudioSourceVoice_SetFrequencyRatio(voice, pitch, FAUDIO_COMMIT_NOW);
    }
    self->voice_count++;
    FAudioBuffer buffer = {0};
    buffer.AudioBytes = setup->source_frames * format.nBlockAlign;
    buffer.pAudioData = (const uint8_t *)setup->source;
    buffer.LoopCount = FAUDIO_LOOP_INFINITE;
    FAudioVoice_SetVolume(voice, 0.5f / (float)setup->voice_count, FAUDIO_COMMIT_NOW);
    return FAudioSourceVoice_SubmitSourceBuffer(voice, &buffer, NULL) == 0
        && FAudioSourceVoice_Start(voice, 0, FAUDIO_COMMIT_NOW) == 0;
}

static void *make(const sori_peer_setup *setup) {
    if (setup->work == SORI_PEER_RAMP || setup->work == SORI_PEER_STREAM
        || !sori_sdl_prepare(setup->block_frames)) {
        return NULL;
    }
    uint32_t linked = FAudioLinkedVersion();
    snprintf(version, sizeof version, "%u.%02u", linked / 10000, linked / 100 % 100);
    instance *self = calloc(1, sizeof *self);
    self->voices = calloc(setup->voice_count, sizeof *self->voices);
    bool is_made = FAudioCreate(&self->audio, 0, FAUDIO_DEFAULT_PROCESSOR) == 0
        && FAudio_CreateMasteringVoice(self->audio, &self->master, 2, 48000, 0, 0, NULL) == 0
        && sori_sdl_is_open();
    while (is_made && self->voice_count < setup->voice_count) {
        is_made = add_voice(self, setup);
    }
    if (!is_made) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static const char *remark(sori_peer_work work) {
    switch (work) {
    case SORI_PEER_RAMP: return "a new gain is a jump, there are no ramps";
    case SORI_PEER_CONVERTED:
    case SORI_PEER_OWN_RATES: return "linear";
    default: return NULL;
    }
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {"FAudio", version, make, sori_sdl_render, free_instance, remark};
    return &peer;
}
