#include "CSoundMixer.h"
#include "FilterKernels.h"

#include <stddef.h>

// Products and sums are fused where it is written, and nowhere else.
#pragma STDC FP_CONTRACT OFF
// All functions with arguments of vectors are inlined: no vector is passed.
#pragma GCC diagnostic ignored "-Wpsabi"

#define SORI_INLINE static inline __attribute__((always_inline))

typedef float eight __attribute__((vector_size(32)));
typedef int eight_bits __attribute__((vector_size(32)));
typedef float unaligned_eight __attribute__((vector_size(32), aligned(4), may_alias));
typedef float four __attribute__((vector_size(16)));
typedef double four_doubles __attribute__((vector_size(32)));
typedef long long four_bits __attribute__((vector_size(32)));

// The weights of a phase of the usual filters; a loop of a known count needs no counter.
#define SORI_USUAL_TAPS 48
// Those of converters of medium quality.
#define SORI_MEDIUM_TAPS 64
#define SORI_USUAL_BLENDED_TAPS 32
// Those of sources up to a quarter above the output's rate, which are as usual.
#define SORI_LONGER_BLENDED_TAPS 40

// Whether the processor has an instruction for a product and a sum that rounds once.
#if defined(__aarch64__)
#define SORI_HAS_FUSED 1
#else
#define SORI_HAS_FUSED 0
#endif

SORI_INLINE eight load_eight(const float *samples) {
    return *(const unaligned_eight *)samples;
}

// Returns factor × other + addend, rounded once, from the exact product of two floats as a double.
//
// The sum of doubles is rounded to odd: to the one of its two neighbours whose last bit is 1. Then
// rounding it to a float gives what rounding the exact sum gives.
SORI_INLINE four fused_by_doubles(four factor, four other, four addend) {
    const four_doubles product = __builtin_convertvector(factor, four_doubles) *
        __builtin_convertvector(other, four_doubles);
    const four_doubles wide_addend = __builtin_convertvector(addend, four_doubles);
    const four_doubles sum = product + wide_addend;
    // What the sum lacks, exactly.
    const four_doubles added = sum - product;
    const four_doubles error = (product - (sum - added)) + (wide_addend - added);
    // All bits where the sum lacks something and its last bit is 0.
    const four_bits is_even = (error != 0) & (((four_bits)sum & 1) - 1);
    // 1 away from 0, or -1 towards it.
    const four_bits direction = (((four_bits)error ^ (four_bits)sum) >> 63) | 1;
    const four_doubles odd = (four_doubles)((four_bits)sum + (direction & is_even));
    return __builtin_convertvector(odd, four);
}

// Returns factor × other + addend, rounded once; is_fused is a constant.
SORI_INLINE eight fused(eight factor, eight other, eight addend, const int is_fused) {
    if (is_fused) return __builtin_elementwise_fma(factor, other, addend);
#define SORI_HALF(vector, first)                                                                   \
    __builtin_shufflevector(vector, vector, first, first + 1, first + 2, first + 3)
    const four low =
        fused_by_doubles(SORI_HALF(factor, 0), SORI_HALF(other, 0), SORI_HALF(addend, 0));
    const four high =
        fused_by_doubles(SORI_HALF(factor, 4), SORI_HALF(other, 4), SORI_HALF(addend, 4));
#undef SORI_HALF
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
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

// Where the next output frame lies.
typedef struct {
    // The phase, or the part of a ratio whose phases are blended.
    long part;
    const float *left, *right;
} filter_place;

SORI_INLINE void step(const sori_polyphase *filter, filter_place *place) {
    const long part = place->part + filter->part_step;
    const long is_past = part >= filter->phase_count;
    place->part = part - (is_past ? filter->phase_count : 0);
    place->left += filter->whole_step + is_past;
    place->right += filter->whole_step + is_past;
}

// Returns the next filtered frame, each channel in four lanes, the left one first.
//
// Where two phases are blended, the count of parts is that of the ratio, and the weights have their
// own: phases_per_part of a phase for each part, in units of 2^-48.
SORI_INLINE eight next_frame(
    const sori_polyphase *filter, uint64_t phases_per_part, filter_place *place, const long taps,
    const int is_stereo, const int is_blended, const int is_fused) {
    long phase = place->part;
    eight blend = {0};
    if (is_blended) {
        const uint64_t exact = (uint64_t)place->part * phases_per_part;
        phase = (long)(exact >> 48);
        // The highest 24 bits below the point, which a float holds.
        const float share = (float)(int)(exact >> 24 & 0xffffff) * 0x1p-24f;
        blend = (eight){share, share, share, share, share, share, share, share};
    }
    const float *const weights = filter->weights + phase * taps;
    eight left_sum = {0}, right_sum = {0};
    for (long tap = 0; tap < taps; tap += 8) {
        eight weight = load_eight(weights + tap);
        if (is_blended) {
            weight = fused(load_eight(weights + taps + tap) - weight, blend, weight, is_fused);
        }
        left_sum = fused(weight, load_eight(place->left + tap), left_sum, is_fused);
        if (is_stereo) {
            right_sum = fused(weight, load_eight(place->right + tap), right_sum, is_fused);
        }
    }
    step(filter, place);
    return add_fours(left_sum, is_stereo ? right_sum : left_sum);
}

// A filter at work. What follows it as arguments are constants where they can be.
typedef struct {
    sori_polyphase filter;
    uint64_t phases_per_part;
    filter_place place;
} filter_run;

// Returns the next count filtered frames, at most four, interleaved.
SORI_INLINE eight next_frames(
    filter_run *run, const long count, const long taps, const int is_stereo, const int is_blended,
    const int is_fused) {
    eight sums[4] = {{0}, {0}, {0}, {0}};
    // One after the other: of four at a time, most weights would be put aside and read again.
#pragma clang loop unroll(disable)
    for (long index = 0; index < count; ++index) {
        sums[index] = next_frame(
            &run->filter, run->phases_per_part, &run->place, taps, is_stereo, is_blended,
            is_fused);
    }
    const eight totals = add_ones(add_pairs(sums[0], sums[1]), add_pairs(sums[2], sums[3]));
    return __builtin_shufflevector(totals, totals, 0, 4, 1, 5, 2, 6, 3, 7);
}

SORI_INLINE void add_resampled(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right, const long taps, const int is_stereo,
    const int is_blended, const int is_fused) {
    // Copied: for all that the compiler knows, the output may be where the filter is.
    filter_run run = {*filter, phases_per_part, {filter->phase, left, is_stereo ? right : left}};
    long index = 0;
    for (; index + 4 <= output_count; index += 4) {
        unaligned_eight *const target = (unaligned_eight *)(output + 2 * index);
        *target = *target + next_frames(&run, 4, taps, is_stereo, is_blended, is_fused);
    }
    const long rest = output_count - index;
    if (rest <= 0) return;
    const eight last = next_frames(&run, rest, taps, is_stereo, is_blended, is_fused);
    for (long sample = 0; sample < 2 * rest; ++sample) output[2 * index + sample] += last[sample];
}

SORI_INLINE void add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right, const int is_fused) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_resampled(output, output_count, filter, 1, left, NULL, taps, 0, 0, is_fused);
    } else if (taps == SORI_USUAL_TAPS) {
        add_resampled(
            output, output_count, filter, 1, left, right, SORI_USUAL_TAPS, 1, 0, is_fused);
    } else if (taps == SORI_MEDIUM_TAPS) {
        add_resampled(
            output, output_count, filter, 1, left, right, SORI_MEDIUM_TAPS, 1, 0, is_fused);
    } else {
        add_resampled(output, output_count, filter, 1, left, right, taps, 1, 0, is_fused);
    }
}

SORI_INLINE void add_blended(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right, const int is_fused) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, NULL, taps, 0, 1, is_fused);
    } else if (taps == SORI_USUAL_BLENDED_TAPS) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, SORI_USUAL_BLENDED_TAPS,
            1, 1, is_fused);
    } else if (taps == SORI_LONGER_BLENDED_TAPS) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, SORI_LONGER_BLENDED_TAPS,
            1, 1, is_fused);
    } else {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, taps, 1, 1, is_fused);
    }
}

SORI_INLINE int separate_channels(
    const float *frames, long frame_count, float *left, float *right) {
    eight_bits differences = {0};
    long frame = 0;
    for (; frame + 8 <= frame_count; frame += 8) {
        const eight low = load_eight(frames + 2 * frame);
        const eight high = load_eight(frames + 2 * frame + 8);
        const eight lefts = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
        const eight rights = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
        *(unaligned_eight *)(left + frame) = lefts;
        *(unaligned_eight *)(right + frame) = rights;
        differences |= (eight_bits)lefts ^ (eight_bits)rights;
    }
    int difference = 0;
    for (int lane = 0; lane < 8; ++lane) difference |= differences[lane];
    const int *const bits = (const int *)(const void *)frames;
    for (; frame < frame_count; ++frame) {
        left[frame] = frames[2 * frame];
        right[frame] = frames[2 * frame + 1];
        difference |= bits[2 * frame] ^ bits[2 * frame + 1];
    }
    return difference != 0;
}

// The kernels of one kind of processor, PREFIX_add_filtered and so on.
#define SORI_FILTER_KERNELS(PREFIX, TARGET, IS_FUSED)                                              \
    TARGET void PREFIX##_add_filtered(                                                             \
        float *output, long output_count, const sori_polyphase *filter, const float *left,         \
        const float *right) {                                                                      \
        add_filtered(output, output_count, filter, left, right, IS_FUSED);                         \
    }                                                                                              \
    TARGET void PREFIX##_add_blended(                                                              \
        float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,  \
        const float *left, const float *right) {                                                   \
        add_blended(output, output_count, filter, phases_per_part, left, right, IS_FUSED);         \
    }                                                                                              \
    TARGET int PREFIX##_separate_channels(                                                         \
        const float *frames, long frame_count, float *left, float *right) {                        \
        return separate_channels(frames, frame_count, left, right);                                \
    }

SORI_FILTER_KERNELS(sori_baseline, , SORI_HAS_FUSED)

#if defined(__x86_64__)
SORI_FILTER_KERNELS(sori_avx2, __attribute__((target("avx2,fma"))), 1)
#endif

void sori_add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right) {
    sori_kernels_in_use()->add_filtered(output, output_count, filter, left, right);
}

void sori_add_blended(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right) {
    sori_kernels_in_use()->add_blended(
        output, output_count, filter, phases_per_part, left, right);
}

int sori_separate_channels(const float *frames, long frame_count, float *left, float *right) {
    return sori_kernels_in_use()->separate_channels(frames, frame_count, left, right);
}
