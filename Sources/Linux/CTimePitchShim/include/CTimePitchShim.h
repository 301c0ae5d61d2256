// A C interface to SoundTouch; no function throws. One thread at a time per handle.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct sori_time_pitch sori_time_pitch;

// Whether the calls of SoundTouch are built in; without them `sori_time_pitch_new` returns NULL.
bool sori_time_pitch_is_there(void);

// Makes an engine; the first call opens SoundTouch's library. NULL without the library, for a lack of
// memory, or outside of 1…16 channels and 1…384,000 Hz.
sori_time_pitch *_Nullable sori_time_pitch_new(uint32_t sample_rate, uint32_t channel_count);

void sori_time_pitch_free(sori_time_pitch *handle);

// Sets factors for the following output. tempo: speed with the pitch kept. speed: speed and pitch
// together. octaves: pitch shift with the tempo kept.
void sori_time_pitch_set(sori_time_pitch *handle, double tempo, double speed, double octaves);

// Writes all frames: interleaved, full scale ±1. False for a lack of memory: buffered frames are
// lost.
bool sori_time_pitch_write(sori_time_pitch *handle, const float *samples, uint32_t frame_count);

// Frames that can be read now.
uint32_t sori_time_pitch_ready(const sori_time_pitch *handle);

// Reads up to `frame_count` frames and returns their number.
uint32_t sori_time_pitch_read(sori_time_pitch *handle, float *samples, uint32_t frame_count);

// Makes all frames written so far readable, with the exact total length.
bool sori_time_pitch_flush(sori_time_pitch *handle);

void sori_time_pitch_clear(sori_time_pitch *handle);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
