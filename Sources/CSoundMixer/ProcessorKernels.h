// The resampling kernels of each kind of processor, for the table of all kernels.
#pragma once

#include "CSoundMixer.h"

#define SORI_DECLARE_FILTER_KERNELS(PREFIX)                                                        \
    void PREFIX##_add_filtered(                                                                    \
        float *output, long output_count, const sori_polyphase *filter, const float *left,         \
        const float *right);                                                                       \
    void PREFIX##_add_blended(                                                                     \
        float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,  \
        const float *left, const float *right);                                                    \
    int PREFIX##_separate_channels(                                                                \
        const float *frames, long frame_count, float *left, float *right);

SORI_DECLARE_FILTER_KERNELS(sori_baseline)
SORI_DECLARE_FILTER_KERNELS(sori_avx2)
