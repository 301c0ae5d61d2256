// What the files of kernels share, and the kernels of each kind of processor, for their table, which
// is in MixKernels.c.
#pragma once

#include "CSoundMixer.h"

// Also for the file that includes this: products and sums are fused where it is written, and nowhere
// else, so that each processor gives the same bits.
#pragma STDC FP_CONTRACT OFF
// All functions with arguments of vectors are inlined: no vector is passed.
#pragma GCC diagnostic ignored "-Wpsabi"

#define SORI_INLINE static inline __attribute__((always_inline))

#define SORI_DECLARE_KERNELS(PREFIX)                                                               \
    void PREFIX##_add_filtered(                                                                    \
        float *output, long output_count, const sori_polyphase *filter, const float *left,         \
        const float *right);                                                                       \
    void PREFIX##_add_blended(                                                                     \
        float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,  \
        const float *left, const float *right);                                                    \
    int PREFIX##_separate_channels(                                                                \
        const float *frames, long frame_count, float *left, float *right);                         \
    void PREFIX##_add_samples(float *sum, const float *samples, long count);                       \
    void PREFIX##_decode_int16(                                                                    \
        const void *bytes, float *samples, long count, int is_swapped);                            \
    void PREFIX##_decode_float32(                                                                  \
        const void *bytes, float *samples, long count, int is_swapped);

SORI_DECLARE_KERNELS(sori_baseline)
#if defined(__x86_64__)
SORI_DECLARE_KERNELS(sori_avx2)
#endif
