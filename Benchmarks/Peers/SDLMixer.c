// SDL2_mixer. Its callback of SDL is called for each block. It converts a sound when it loads it,
// which is no work of mixing; only its one stream of music is converted while it plays.
#include <SDL2/SDL_mixer.h>

#include "Peer.h"
#include "SDLDevice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct instance {
    // What is loaded: the source, for a stream as a WAVE file.
    uint8_t *file;
    Mix_Chunk *sound;
    Mix_Music *music;
} instance;

enum { WAVE_HEADER_BYTES = 44 };

static char version[32] = "unknown";

static void free_instance(void *context) {
    instance *self = context;
    Mix_HaltMusic();
    Mix_HaltChannel(-1);
    if (self->music != NULL) {
        Mix_FreeMusic(self->music);
    }
    if (self->sound != NULL) {
        Mix_FreeChunk(self->sound);
    }
    Mix_CloseAudio();
    free(self->file);
    free(self);
}

static void put(uint8_t *bytes, uint32_t value, int byte_count) {
    for (int index = 0; index < byte_count; index++) {
        bytes[index] = (uint8_t)(value >> 8 * index);
    }
}

// The header of a WAVE file of floating-point stereo at 44.1 kHz.
static void put_header(uint8_t *header, uint32_t data_bytes) {
    memcpy(header, "RIFF    WAVEfmt ", 16);
    put(header + 4, WAVE_HEADER_BYTES - 8 + data_bytes, 4);
    put(header + 16, 16, 4);
    put(header + 20, 3, 2);
    put(header + 22, 2, 2);
    put(header + 24, 44100, 4);
    put(header + 28, 44100 * 2 * sizeof(float), 4);
    put(header + 32, 2 * sizeof(float), 2);
    put(header + 34, 32, 2);
    memcpy(header + 36, "data", 4);
    put(header + 40, data_bytes, 4);
}

static bool play_music(instance *self, uint32_t data_bytes) {
    put_header(self->file, data_bytes);
    SDL_RWops *file = SDL_RWFromConstMem(self->file, (int)(WAVE_HEADER_BYTES + data_bytes));
    self->music = Mix_LoadMUS_RW(file, 1);
    return self->music != NULL && Mix_PlayMusic(self->music, -1) == 0;
}

// Plays the source on each channel. Gains are whole 128ths, and none is 0, which would not be mixed.
static bool play_sounds(instance *self, uint32_t data_bytes, uint32_t voice_count) {
    int volume = (int)(MIX_MAX_VOLUME / 2 / voice_count);
    self->sound = Mix_QuickLoad_RAW(self->file + WAVE_HEADER_BYTES, data_bytes);
    if (self->sound == NULL || Mix_AllocateChannels((int)voice_count) != (int)voice_count) {
        return false;
    }
    for (uint32_t index = 0; index < voice_count; index++) {
        Mix_Volume((int)index, volume > 0 ? volume : 1);
        if (Mix_PlayChannel((int)index, self->sound, -1) < 0) {
            return false;
        }
    }
    return true;
}

static void *make(const sori_peer_setup *setup) {
    if ((setup->work != SORI_PEER_STEADY && setup->work != SORI_PEER_STREAM)
        || !sori_sdl_prepare(setup->block_frames)
        || Mix_OpenAudioDevice(48000, AUDIO_F32SYS, 2, (int)setup->block_frames, NULL, 0) != 0) {
        return NULL;
    }
    const SDL_version *linked = Mix_Linked_Version();
    snprintf(version, sizeof version, "%d.%d.%d", linked->major, linked->minor, linked->patch);
    uint32_t data_bytes = setup->source_frames * 2 * (uint32_t)sizeof(float);
    instance *self = calloc(1, sizeof *self);
    self->file = malloc(WAVE_HEADER_BYTES + data_bytes);
    memcpy(self->file + WAVE_HEADER_BYTES, setup->source, data_bytes);
    bool plays = setup->work == SORI_PEER_STREAM
        ? play_music(self, data_bytes)
        : play_sounds(self, data_bytes, setup->voice_count);
    if (!plays) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static const char *remark(sori_peer_work work) {
    switch (work) {
    case SORI_PEER_RAMP: return "a new gain is a jump, there are no ramps";
    case SORI_PEER_CONVERTED:
    case SORI_PEER_OWN_RATES: return "sounds are converted when they are loaded";
    case SORI_PEER_STREAM: return "music";
    default: return NULL;
    }
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {
        "SDL2_mixer", version, make, sori_sdl_render, free_instance, remark};
    return &peer;
}
