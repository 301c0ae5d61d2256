#include "CSoundMixer.h"

#include <stddef.h>

#pragma STDC FP_CONTRACT OFF
// All functions with arguments of vectors are inlined: no vector is passed.
#pragma GCC diagnostic ignored "-Wpsabi"

#define SORI_INLINE static inline __attribute__((always_inline))

typedef float eight __attribute__((vector_size(32)));
typedef float unaligned_eight __attribute__((vector_size(32), aligned(4), may_alias));
typedef float four __attribute__((vector_size(16)));
typedef float unaligned_four __attribute__((vector_size(16), aligned(4), may_alias));

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// The choice is made before the program begins: too early for the thread sanitizer.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define SORI_BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define SORI_BY_PROCESSOR
#endif

// The weights of a phase of the usual filter; a loop of a known count needs no counter.
#define SORI_USUAL_TAPS 64

#define SORI_FLOATS_PER_CACHE_LINE 16

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
SORI_INLINE eight next_four(
    const sori_polyphase *filter, long *phase, long *frame, const float *left, const float *right,
    long count, const long taps, const int is_stereo) {
    eight sums[4] = {{0}, {0}, {0}, {0}};
    for (long index = 0; index < count; ++index) {
        const float *const weights = filter->weights + *phase * taps;
        eight left_sum = {0}, right_sum = {0};
        for (long tap = 0; tap < taps; tap += 8) {
            const eight weight = load_eight(weights + tap);
            left_sum += weight * load_eight(left + *frame + tap);
            if (is_stereo) right_sum += weight * load_eight(right + *frame + tap);
        }
        sums[index] = add_fours(left_sum, is_stereo ? right_sum : left_sum);
        step(filter, phase, frame);
    }
    const eight totals = add_ones(add_pairs(sums[0], sums[1]), add_pairs(sums[2], sums[3]));
    return __builtin_shufflevector(totals, totals, 0, 4, 1, 5, 2, 6, 3, 7);
}

// taps and is_stereo are constants where they can be.
SORI_INLINE void add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right, const long taps, const int is_stereo) {
    long phase = filter->phase, frame = 0, index = 0;
    for (; index + 4 <= output_count; index += 4) {
        unaligned_eight *const target = (unaligned_eight *)(output + 2 * index);
        *target = *target + next_four(filter, &phase, &frame, left, right, 4, taps, is_stereo);
    }
    const long rest = output_count - index;
    if (rest <= 0) return;
    const eight last = next_four(filter, &phase, &frame, left, right, rest, taps, is_stereo);
    for (long sample = 0; sample < 2 * rest; ++sample) output[2 * index + sample] += last[sample];
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

// Requests the weights of a position. They come from beyond the first-level cache, in an order that
// the processor does not foresee.
SORI_INLINE void prefetch_phases(
    const sori_polyphase *filter, double phases_per_part, long part, const long taps) {
    const float *const weights =
        filter->weights + (long)((double)part * phases_per_part) * taps;
    for (long weight = 0; weight < 2 * taps; weight += SORI_FLOATS_PER_CACHE_LINE) {
        __builtin_prefetch(weights + weight);
    }
}

// Returns the next `count` filtered frames, at most two, interleaved.
SORI_INLINE four next_two_blended(
    const sori_polyphase *filter, double phases_per_part, long *part, long *frame,
    const float *left, const float *right, long count, const long taps, const int is_stereo) {
    eight sums_before[2] = {{0}, {0}}, sums_after[2] = {{0}, {0}};
    float blends[2] = {0, 0};
#pragma GCC unroll 2
    for (long index = 0; index < count; ++index) {
        // The count of parts is that of the ratio; the weights have their own.
        const double exact = (double)*part * phases_per_part;
        const long phase = (long)exact;
        blends[index] = (float)(exact - (double)phase);
        const float *const weights = filter->weights + phase * taps;
        eight left_before = {0}, right_before = {0}, left_after = {0}, right_after = {0};
        for (long tap = 0; tap < taps; tap += 8) {
            const eight before = load_eight(weights + tap);
            const eight after = load_eight(weights + taps + tap);
            const eight sample = load_eight(left + *frame + tap);
            left_before += before * sample;
            left_after += after * sample;
            if (is_stereo) {
                const eight other = load_eight(right + *frame + tap);
                right_before += before * other;
                right_after += after * other;
            }
        }
        sums_before[index] = add_fours(left_before, is_stereo ? right_before : left_before);
        sums_after[index] = add_fours(left_after, is_stereo ? right_after : left_after);
        step(filter, part, frame);
    }
    const eight totals = add_ones(
        add_pairs(sums_before[0], sums_before[1]), add_pairs(sums_after[0], sums_after[1]));
    const four before = __builtin_shufflevector(totals, totals, 0, 4, 1, 5);
    const four after = __builtin_shufflevector(totals, totals, 2, 6, 3, 7);
    const four blend = {blends[0], blends[0], blends[1], blends[1]};
    return before + (after - before) * blend;
}

// taps and is_stereo are constants where they can be.
SORI_INLINE void add_blended(
    float *output, long output_count, const sori_polyphase *filter, double phases_per_part,
    const float *left, const float *right, const long taps, const int is_stereo) {
    long part = filter->phase, frame = 0, index = 0;
    // The position two frames ahead.
    long ahead_part = part, ahead_frame = 0;
    step(filter, &ahead_part, &ahead_frame);
    step(filter, &ahead_part, &ahead_frame);
    for (; index + 2 <= output_count; index += 2) {
        for (int count = 0; count < 2; ++count) {
            prefetch_phases(filter, phases_per_part, ahead_part, taps);
            step(filter, &ahead_part, &ahead_frame);
        }
        unaligned_four *const target = (unaligned_four *)(output + 2 * index);
        *target = *target +
            next_two_blended(
                filter, phases_per_part, &part, &frame, left, right, 2, taps, is_stereo);
    }
    if (index == output_count) return;
    const four last = next_two_blended(
        filter, phases_per_part, &part, &frame, left, right, 1, taps, is_stereo);
    output[2 * index] += last[0];
    output[2 * index + 1] += last[1];
}

SORI_BY_PROCESSOR
void sori_add_blended(
    float *output, long output_count, const sori_polyphase *filter, double phases_per_part,
    const float *left, const float *right) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_blended(output, output_count, filter, phases_per_part, left, NULL, taps, 0);
    } else if (taps == SORI_USUAL_TAPS) {
        add_blended(
            output, output_count, filter, phases_per_part, left, right, SORI_USUAL_TAPS, 1);
    } else {
        add_blended(output, output_count, filter, phases_per_part, left, right, taps, 1);
    }
}
