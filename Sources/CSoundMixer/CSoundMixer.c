#include "CSoundMixer.h"

#include <stddef.h>

#pragma STDC FP_CONTRACT OFF
// All functions with arguments of vectors are inlined: no vector is passed.
#pragma GCC diagnostic ignored "-Wpsabi"

#define SORI_INLINE static inline __attribute__((always_inline))

typedef float eight __attribute__((vector_size(32)));
typedef float unaligned_eight __attribute__((vector_size(32), aligned(4), may_alias));

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// The choice is made before the program begins: too early for the thread sanitizer.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define SORI_BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define SORI_BY_PROCESSOR
#endif

// The weights of a phase of the usual filters; a loop of a known count needs no counter.
#define SORI_USUAL_TAPS 64
#define SORI_USUAL_BLENDED_TAPS 40

SORI_INLINE eight load_eight(const float *samples) {
    return *(const unaligned_eight *)samples;
}

// The total of eight lanes is ((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7)), for each sum the same,
// however many are added up at a time. The three steps of several sums, in halves of a vector:

SORI_INLINE eight add_fours(eight low, eight high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11) +
        __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
}

SORI_INLINE eight add_pairs(eight first, eight second) {
    return __builtin_shufflevector(first, second, 0, 1, 8, 9, 4, 5, 12, 13) +
        __builtin_shufflevector(first, second, 2, 3, 10, 11, 6, 7, 14, 15);
}

SORI_INLINE eight add_ones(eight first, eight second) {
    return __builtin_shufflevector(first, second, 0, 2, 8, 10, 4, 6, 12, 14) +
        __builtin_shufflevector(first, second, 1, 3, 9, 11, 5, 7, 13, 15);
}

// Moves on by one output frame.
SORI_INLINE void step(const sori_polyphase *filter, long *phase, long *frame) {
    *frame += filter->whole_step;
    *phase += filter->part_step;
    if (*phase >= filter->phase_count) {
        *phase -= filter->phase_count;
        ++*frame;
    }
}

// Returns the next `count` filtered frames, at most four, interleaved.
//
// Where two phases are blended, the count of parts is that of the ratio, and the weights have their
// own: phases_per_part of a phase for each part, in units of 2^-48.
SORI_INLINE eight next_four(
    const sori_polyphase *filter, uint64_t phases_per_part, long *part, long *frame,
    const float *left, const float *right, long count, const long taps, const int is_stereo,
    const int is_blended) {
    eight sums[4] = {{0}, {0}, {0}, {0}};
    for (long index = 0; index < count; ++index) {
        long phase = *part;
        eight blend = {0};
        if (is_blended) {
            const uint64_t exact = (uint64_t)*part * phases_per_part;
            phase = (long)(exact >> 48);
            // The highest 24 bits below the point, which a float holds.
            blend = blend + (float)(int)(exact >> 24 & 0xffffff) * 0x1p-24f;
        }
        const float *const weights = filter->weights + phase * taps;
        eight left_sum = {0}, right_sum = {0};
        for (long tap = 0; tap < taps; tap += 8) {
            eight weight = load_eight(weights + tap);
            if (is_blended) weight -= (weight - load_eight(weights + taps + tap)) * blend;
            left_sum += weight * load_eight(left + *frame + tap);
            if (is_stereo) right_sum += weight * load_eight(right + *frame + tap);
        }
        sums[index] = add_fours(left_sum, is_stereo ? right_sum : left_sum);
        step(filter, part, frame);
    }
    const eight totals = add_ones(add_pairs(sums[0], sums[1]), add_pairs(sums[2], sums[3]));
    return __builtin_shufflevector(totals, totals, 0, 4, 1, 5, 2, 6, 3, 7);
}

// taps, is_stereo and is_blended are constants where they can be.
SORI_INLINE void add_resampled(
    float *output, long output_count, const sori_polyphase *filter,
    uint64_t phases_per_part, const float *left, const float *right, const long taps,
    const int is_stereo, const int is_blended) {
    long part = filter->phase, frame = 0, index = 0;
    for (; index + 4 <= output_count; index += 4) {
        unaligned_eight *const target = (unaligned_eight *)(output + 2 * index);
        *target = *target +
            next_four(
                filter, phases_per_part, &part, &frame, left, right, 4, taps, is_stereo,
                is_blended);
    }
    const long rest = output_count - index;
    if (rest <= 0) return;
    const eight last = next_four(
        filter, phases_per_part, &part, &frame, left, right, rest, taps, is_stereo, is_blended);
    for (long sample = 0; sample < 2 * rest; ++sample) output[2 * index + sample] += last[sample];
}

SORI_BY_PROCESSOR
void sori_add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_resampled(output, output_count, filter, 1, left, NULL, taps, 0, 0);
    } else if (taps == SORI_USUAL_TAPS) {
        add_resampled(output, output_count, filter, 1, left, right, SORI_USUAL_TAPS, 1, 0);
    } else {
        add_resampled(output, output_count, filter, 1, left, right, taps, 1, 0);
    }
}

SORI_BY_PROCESSOR
void sori_add_blended(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_resampled(output, output_count, filter, phases_per_part, left, NULL, taps, 0, 1);
    } else if (taps == SORI_USUAL_BLENDED_TAPS) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, SORI_USUAL_BLENDED_TAPS,
            1, 1);
    } else if (taps == SORI_USUAL_TAPS) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, SORI_USUAL_TAPS, 1, 1);
    } else {
        add_resampled(output, output_count, filter, phases_per_part, left, right, taps, 1, 1);
    }
}
