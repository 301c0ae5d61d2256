#include "CSoundMixer.h"

#include <stddef.h>

#pragma STDC FP_CONTRACT OFF

typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));
typedef float eight_sum __attribute__((vector_size(32)));

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// The choice is made before the program begins: too early for the thread sanitizer.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define SORI_BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define SORI_BY_PROCESSOR
#endif

#define SORI_TOTAL(s)                                                                              \
    ((((s)[0] + (s)[4]) + ((s)[2] + (s)[6])) + (((s)[1] + (s)[5]) + ((s)[3] + (s)[7])))

// The weights of a phase of the usual filter; a loop of a known count needs no counter.
#define SORI_USUAL_TAPS 64

// taps and is_stereo are constants where they can be.
static inline __attribute__((always_inline)) void add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right, const long taps, const int is_stereo) {
    long phase = filter->phase;
    long frame = 0;
    for (long index = 0; index < output_count; ++index) {
        const float *weights = filter->weights + phase * taps;
        eight_sum left_sum = {0}, right_sum = {0};
        for (long tap = 0; tap < taps; tap += 8) {
            const eight_sum weight = *(const eight *)(weights + tap);
            left_sum += weight * *(const eight *)(left + frame + tap);
            if (is_stereo) {
                right_sum += weight * *(const eight *)(right + frame + tap);
            }
        }
        const float total = SORI_TOTAL(left_sum);
        output[2 * index] += total;
        output[2 * index + 1] += is_stereo ? SORI_TOTAL(right_sum) : total;
        frame += filter->whole_step;
        phase += filter->part_step;
        if (phase >= filter->phase_count) {
            phase -= filter->phase_count;
            ++frame;
        }
    }
}

SORI_BY_PROCESSOR
void sori_add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_filtered(output, output_count, filter, left, NULL, taps, 0);
    } else if (taps == SORI_USUAL_TAPS) {
        add_filtered(output, output_count, filter, left, right, SORI_USUAL_TAPS, 1);
    } else {
        add_filtered(output, output_count, filter, left, right, taps, 1);
    }
}

// is_stereo is a constant.
static inline __attribute__((always_inline)) void add_blended(
    float *output, long output_count, const sori_polyphase *filter, double phases_per_part,
    const float *left, const float *right, int is_stereo) {
    const long taps = filter->tap_count;
    // The count of parts is that of the ratio; the weights have their own.
    long part = filter->phase;
    long frame = 0;
    for (long index = 0; index < output_count; ++index) {
        const double exact = (double)part * phases_per_part;
        const long phase = (long)exact;
        const float blend = (float)(exact - (double)phase);
        const float *weights = filter->weights + phase * taps;
        eight_sum left_before = {0}, right_before = {0}, left_after = {0}, right_after = {0};
        for (long tap = 0; tap < taps; tap += 8) {
            const eight_sum before = *(const eight *)(weights + tap);
            const eight_sum after = *(const eight *)(weights + taps + tap);
            const eight_sum sample = *(const eight *)(left + frame + tap);
            left_before += before * sample;
            left_after += after * sample;
            if (is_stereo) {
                const eight_sum other = *(const eight *)(right + frame + tap);
                right_before += before * other;
                right_after += after * other;
            }
        }
        const float left_sum = SORI_TOTAL(left_before);
        const float left_blend = left_sum + (SORI_TOTAL(left_after) - left_sum) * blend;
        output[2 * index] += left_blend;
        if (is_stereo) {
            const float right_sum = SORI_TOTAL(right_before);
            output[2 * index + 1] += right_sum + (SORI_TOTAL(right_after) - right_sum) * blend;
        } else {
            output[2 * index + 1] += left_blend;
        }
        frame += filter->whole_step;
        part += filter->part_step;
        if (part >= filter->phase_count) {
            part -= filter->phase_count;
            ++frame;
        }
    }
}

SORI_BY_PROCESSOR
void sori_add_blended(
    float *output, long output_count, const sori_polyphase *filter, double phases_per_part,
    const float *left, const float *right) {
    if (right != NULL) {
        add_blended(output, output_count, filter, phases_per_part, left, right, 1);
    } else {
        add_blended(output, output_count, filter, phases_per_part, left, NULL, 0);
    }
}
