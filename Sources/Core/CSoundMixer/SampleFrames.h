// Frames of a sound as the kernels compute with them: four stereo frames in a vector.
#pragma once

#include "ProcessorKernels.h"

// Four stereo frames.
typedef float frames __attribute__((vector_size(32)));
typedef int frame_bits __attribute__((vector_size(32)));
typedef float unaligned_frames __attribute__((vector_size(32), aligned(4), may_alias));
typedef float four_samples __attribute__((vector_size(16), aligned(4), may_alias));
typedef int16_t eight_integers __attribute__((vector_size(16), aligned(2), may_alias));
typedef int16_t four_integers __attribute__((vector_size(8), aligned(2), may_alias));

// Exact, like every product with it.
#define SORI_INTEGER_SCALE 0x1p-15f

SORI_INLINE frames pair(float left, float right) {
    return (frames){left, right, left, right, left, right, left, right};
}

// Returns four frames from a frame on; is_stereo and is_integer are constants.
SORI_INLINE frames load_frames(
    const void *samples, long frame, int is_stereo, int is_integer) {
    const long first = is_stereo ? 2 * frame : frame;
    if (is_integer) {
        const int16_t *const integers = (const int16_t *)samples + first;
        if (is_stereo) {
            return __builtin_convertvector(*(const eight_integers *)integers, frames) *
                SORI_INTEGER_SCALE;
        }
        const four_integers four = *(const four_integers *)integers;
        const eight_integers both = __builtin_shufflevector(four, four, 0, 0, 1, 1, 2, 2, 3, 3);
        return __builtin_convertvector(both, frames) * SORI_INTEGER_SCALE;
    }
    const float *const floats = (const float *)samples + first;
    if (is_stereo) return *(const unaligned_frames *)floats;
    const four_samples four = *(const four_samples *)floats;
    return __builtin_shufflevector(four, four, 0, 0, 1, 1, 2, 2, 3, 3);
}

// Returns one sample of a voice.
SORI_INLINE float load_sample(const void *samples, long index, int is_integer) {
    return is_integer ? (float)((const int16_t *)samples)[index] * SORI_INTEGER_SCALE
                      : ((const float *)samples)[index];
}

SORI_INLINE frames magnitude(frames samples) {
    return (frames)((frame_bits)samples & 0x7fffffff);
}

SORI_INLINE frames without_invalid(frames samples) {
    const frame_bits is_valid = magnitude(samples) <= SORI_SAMPLE_MAGNITUDE_MAX;
    return (frames)((frame_bits)samples & is_valid);
}

SORI_INLINE float valid(float sample) {
    return __builtin_fabsf(sample) <= SORI_SAMPLE_MAGNITUDE_MAX ? sample : 0;
}
