// A device of SDL without hardware, for libraries that mix in SDL's callback. The dynamic linker
// finds the functions here before SDL's own; they keep the callback, and the peer calls it for each
// block. Nothing else of SDL is replaced. A measured time has no thread, device or waiting in it.
#pragma once

#include <SDL2/SDL_audio.h>
#include <SDL2/SDL_hints.h>

#include <stdbool.h>
#include <stdint.h>

// What the library has asked for; without a callback when no device is open.
static SDL_AudioSpec sori_sdl_device;
// Frames of a block of the next device.
static uint32_t sori_sdl_block_frames;

// SDL's numbers of devices begin with 2.
enum { SORI_SDL_DEVICE = 2 };

// Prepares a device, which the library is to open next; false when one is open, because there is one.
static inline bool sori_sdl_prepare(uint32_t block_frames) {
    if (sori_sdl_device.callback != NULL) {
        return false;
    }
    sori_sdl_block_frames = block_frames;
    // SDL's own start looks for no sound server.
    SDL_SetHintWithPriority(SDL_HINT_AUDIODRIVER, "dummy", SDL_HINT_OVERRIDE);
    return true;
}

// Whether the library has opened the device, in the format of peers.
static inline bool sori_sdl_is_open(void) {
    return sori_sdl_device.callback != NULL;
}

// The `render` of a peer: its instance is the one that has opened the device.
static inline void sori_sdl_render(void *context, float *output) {
    (void)context;
    sori_sdl_device.callback(
        sori_sdl_device.userdata, (Uint8 *)output, (int)sori_sdl_device.size);
}

SDL_AudioDeviceID SDL_OpenAudioDevice(
    const char *name, int is_capture, const SDL_AudioSpec *desired, SDL_AudioSpec *obtained,
    int allowed_changes) {
    (void)name;
    (void)allowed_changes;
    if (is_capture || desired->freq != 48000 || desired->format != AUDIO_F32SYS
        || desired->channels != 2 || desired->callback == NULL || sori_sdl_is_open()) {
        return 0;
    }
    sori_sdl_device = *desired;
    sori_sdl_device.samples = (Uint16)sori_sdl_block_frames;
    sori_sdl_device.size = sori_sdl_block_frames * 2 * (Uint32)sizeof(float);
    if (obtained != NULL) {
        *obtained = sori_sdl_device;
    }
    return SORI_SDL_DEVICE;
}

void SDL_CloseAudioDevice(SDL_AudioDeviceID device) {
    if (device == SORI_SDL_DEVICE) {
        sori_sdl_device.callback = NULL;
    }
}

void SDL_PauseAudioDevice(SDL_AudioDeviceID device, int is_paused) {
    (void)device;
    (void)is_paused;
}

// The callback runs on the thread of its caller, so that there is nothing to lock out.
void SDL_LockAudioDevice(SDL_AudioDeviceID device) { (void)device; }

void SDL_UnlockAudioDevice(SDL_AudioDeviceID device) { (void)device; }
