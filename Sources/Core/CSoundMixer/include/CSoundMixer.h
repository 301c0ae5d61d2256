// Resampling, loops over samples, and the choice of kernels for the processor.
//
// In C, because Swift cannot compile one function for several processors. The lanes are the same for
// all of them, and each weighted frame is added with one rounding, by an instruction or by doubles,
// so that all give the same bits.

#pragma once

#include <stdint.h>

#include "MixKernels.h"
#include "RenderSafe.h"

// Where a polyphase filter stands, and how it moves on by one output frame.
typedef struct {
    // tap_count weights for each phase; tap_count is a multiple of 8.
    const float *weights;
    long tap_count;
    // Present phase, below phase_count.
    long phase;
    long phase_count;
    // Whole source frames and phases to the next output frame.
    long whole_step;
    long part_step;
} sori_polyphase;

// Adds output_count filtered frames to output, interleaved stereo.
//
// left and right hold one channel each; right is NULL where both are the same. Real time.
SORI_RENDER_SAFE void sori_add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right);

// The same for a ratio with more positions than the filter has phases: two phases are blended.
//
// filter->phase and filter->phase_count count the positions, of which each is phases_per_part of a
// phase, in units of 2^-48; a filter has at most 32,767 phases.
SORI_RENDER_SAFE void sori_add_blended(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right);

// Copies each channel of interleaved stereo frames. Real time.
//
// Returns whether the channels differ in any bit.
SORI_RENDER_SAFE int sori_separate_channels(
    const float *frames, long frame_count, float *left, float *right);

// Adds samples to a sum, one by one. Real time.
SORI_RENDER_SAFE void sori_add_samples(float *sum, const float *samples, long count);

// Decodes 16-bit integers at any address to floats of full scale 1. Real time.
//
// is_swapped says that the bytes are not in the processor's order.
SORI_RENDER_SAFE void sori_decode_int16(
    const void *bytes, float *samples, long count, int is_swapped);

// Decodes 32-bit floats at any address; those that are infinite or NaN become 0. Real time.
SORI_RENDER_SAFE void sori_decode_float32(
    const void *bytes, float *samples, long count, int is_swapped);

// Asks for memory that is soon read; any address. Real time.
SORI_RENDER_SAFE static inline void sori_prefetch(const void *memory, long byte_count) {
    for (long offset = 0; offset < byte_count; offset += 64) {
        __builtin_prefetch((const char *)memory + offset);
    }
}

// The kernels for one kind of processor.
typedef struct {
    // `baseline`, `avx2`.
    const char *name;
    void (*mix_voices)(const sori_voice_block *, long, float *, long);
    void (*mix_measured)(const sori_voice_block *, float *, long, float *, float *);
    void (*add_filtered)(
        float *, long, const sori_polyphase *, const float *, const float *);
    void (*add_blended)(
        float *, long, const sori_polyphase *, uint64_t, const float *, const float *);
    int (*separate_channels)(const float *, long, float *, float *);
    void (*add_samples)(float *, const float *, long);
    void (*decode_int16)(const void *, float *, long, int);
    void (*decode_float32)(const void *, float *, long, int);
} sori_kernels;

// Returns the kernels of that name; NULL if there are none or the processor lacks them.
const sori_kernels *sori_kernels_named(const char *name);

// Returns the kernels in use. They are chosen when the program starts: those that the environment
// variable SORI_KERNELS names, or else the best of the processor.
const sori_kernels *sori_kernels_in_use(void);
