// SoundTouch for C, and so for Swift: no function throws. One thread at a time for each handle.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct sori_time_pitch sori_time_pitch;

// Whether SoundTouch is built in; without it `sori_time_pitch_new` gives nothing.
bool sori_time_pitch_is_there(void);

// NULL when memory is short, or the numbers cannot be: 1…16 channels, 1…384,000 frames a second.
sori_time_pitch *_Nullable sori_time_pitch_new(uint32_t sample_rate, uint32_t channel_count);

void sori_time_pitch_free(sori_time_pitch *handle);

// Both take effect on what comes out next.
// tempo: how much faster, the pitch kept. speed: how much faster, the pitch going with it.
// octaves: how much higher, the tempo kept.
void sori_time_pitch_set(sori_time_pitch *handle, double tempo, double speed, double octaves);

// Takes all frames: interleaved, full scale ±1. False when memory is short: what was held is lost.
bool sori_time_pitch_write(sori_time_pitch *handle, const float *samples, uint32_t frame_count);

// Frames that wait to be read.
uint32_t sori_time_pitch_ready(const sori_time_pitch *handle);

// Returns frames read.
uint32_t sori_time_pitch_read(sori_time_pitch *handle, float *samples, uint32_t frame_count);

// Brings out what is still inside, to the length that everything written must have.
bool sori_time_pitch_flush(sori_time_pitch *handle);

void sori_time_pitch_clear(sori_time_pitch *handle);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
