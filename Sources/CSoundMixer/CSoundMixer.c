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
typedef int four_bits __attribute__((vector_size(16)));
typedef unsigned four_counts __attribute__((vector_size(16)));
typedef long long four_long_bits __attribute__((vector_size(32)));

// The weights of a phase of the usual filters; a loop of a known count needs no counter.
#define SORI_USUAL_TAPS 48
// Those of converters of medium quality.
#define SORI_MEDIUM_TAPS 64
#define SORI_USUAL_BLENDED_TAPS 32
// Those of sources up to a quarter above the output's rate, which are as usual.
#define SORI_LONGER_BLENDED_TAPS 40

// How factor × other + addend is rounded once.
typedef enum {
    by_instruction,
    // By doubles, where that is known to be right; otherwise it is noted.
    by_doubles,
    // By doubles that are rounded to odd.
    by_odd_doubles,
} fusing;

// What a processor has without being asked.
#if defined(__aarch64__)
#define SORI_BASELINE_FUSING by_instruction
#else
#define SORI_BASELINE_FUSING by_doubles
#endif

SORI_INLINE eight load_eight(const float *samples) {
    return *(const unaligned_eight *)samples;
}

// The product of two floats is exact in a double.
SORI_INLINE four_doubles exact_product(four factor, four other) {
    return __builtin_convertvector(factor, four_doubles) *
        __builtin_convertvector(other, four_doubles);
}

// Rounds a sum of doubles to a float, and sets lanes of `doubtful` where the sum of infinite precision
// might be rounded to another float: where the double is in the middle between two floats, or below
// the normal ones.
SORI_INLINE four rounded(four_doubles sum, four_bits *doubtful) {
    const eight_bits bits = (eight_bits)sum;
    const four_bits low = __builtin_shufflevector(bits, bits, 0, 2, 4, 6);
    const four_bits high = __builtin_shufflevector(bits, bits, 1, 3, 5, 7);
    // 0 becomes the largest number, and all others their magnitude from the smallest number on.
    const four_bits size = (four_bits)((four_counts)(high & 0x7fffffff) + 0x7fffffff);
    *doubtful |= ((low & 0x1fffffff) == 0x10000000) | (size < (int)(0x38100000 + 0x7fffffffu));
    return __builtin_convertvector(sum, four);
}

// Rounded to odd, to the one of its two neighbours whose last bit is 1, a sum of doubles becomes the
// float that the sum of infinite precision does.
SORI_INLINE four rounded_by_odd(four_doubles product, four_doubles addend) {
    const four_doubles sum = product + addend;
    // What the sum lacks, exactly.
    const four_doubles added = sum - product;
    const four_doubles error = (product - (sum - added)) + (addend - added);
    // All bits where the sum lacks something and its last bit is 0. An infinite one lacks nothing.
    const four_long_bits is_even =
        (error != 0) & (error == error) & (((four_long_bits)sum & 1) - 1);
    // 1 away from 0, or -1 towards it.
    const four_long_bits direction = (((four_long_bits)error ^ (four_long_bits)sum) >> 63) | 1;
    const four_doubles odd = (four_doubles)((four_long_bits)sum + (direction & is_even));
    return __builtin_convertvector(odd, four);
}

SORI_INLINE four fused_four(
    four factor, four other, four addend, const fusing way, four_bits *doubtful) {
    const four_doubles product = exact_product(factor, other);
    const four_doubles wide_addend = __builtin_convertvector(addend, four_doubles);
    return way == by_odd_doubles ? rounded_by_odd(product, wide_addend)
                                 : rounded(product + wide_addend, doubtful);
}

// Returns factor × other + addend, rounded once; way is a constant.
SORI_INLINE eight fused(
    eight factor, eight other, eight addend, const fusing way, four_bits *doubtful) {
    if (way == by_instruction) return __builtin_elementwise_fma(factor, other, addend);
#define SORI_HALF(vector, first)                                                                   \
    __builtin_shufflevector(vector, vector, first, first + 1, first + 2, first + 3)
    const four low = fused_four(
        SORI_HALF(factor, 0), SORI_HALF(other, 0), SORI_HALF(addend, 0), way, doubtful);
    const four high = fused_four(
        SORI_HALF(factor, 4), SORI_HALF(other, 4), SORI_HALF(addend, 4), way, doubtful);
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

// Where two phases are blended, the count of parts is that of the ratio, and the weights have their
// own: phases_per_part of a phase for each part, in units of 2^-48.
typedef struct {
    const float *weights;
    float blend;
} filter_phase;

SORI_INLINE filter_phase phase_at(
    const sori_polyphase *filter, uint64_t phases_per_part, long part, const long taps,
    const int is_blended) {
    if (!is_blended) return (filter_phase){filter->weights + part * taps, 0};
    const uint64_t exact = (uint64_t)part * phases_per_part;
    // The highest 24 bits below the point, which a float holds.
    const float blend = (float)(int)(exact >> 24 & 0xffffff) * 0x1p-24f;
    return (filter_phase){filter->weights + (long)(exact >> 48) * taps, blend};
}

// Returns a filtered frame, each channel in four lanes, the left one first.
SORI_INLINE eight frame_sums(
    filter_phase phase, const float *left, const float *right, const long taps,
    const int is_stereo, const int is_blended, const fusing way, four_bits *doubtful) {
    const float share = phase.blend;
    const eight blend = {share, share, share, share, share, share, share, share};
    eight left_sum = {0}, right_sum = {0};
    for (long tap = 0; tap < taps; tap += 8) {
        eight weight = load_eight(phase.weights + tap);
        if (is_blended) {
            const eight change = load_eight(phase.weights + taps + tap) - weight;
            weight = fused(change, blend, weight, way, doubtful);
        }
        left_sum = fused(weight, load_eight(left + tap), left_sum, way, doubtful);
        if (is_stereo) {
            right_sum = fused(weight, load_eight(right + tap), right_sum, way, doubtful);
        }
    }
    return add_fours(left_sum, is_stereo ? right_sum : left_sum);
}

// A frame in which the float that is nearest to a double might not be the one wanted.
static __attribute__((noinline)) void sum_doubtful_frame(
    float *sums, filter_phase phase, const float *left, const float *right, long taps,
    int is_blended) {
    four_bits doubtful = {0};
    *(unaligned_eight *)sums =
        frame_sums(phase, left, right, taps, 1, is_blended, by_odd_doubles, &doubtful);
}

// Returns the next filtered frame, as frame_sums does.
SORI_INLINE eight next_frame(
    const sori_polyphase *filter, uint64_t phases_per_part, filter_place *place, const long taps,
    const int is_stereo, const int is_blended, const fusing way) {
    const filter_phase phase = phase_at(filter, phases_per_part, place->part, taps, is_blended);
    const float *const left = place->left, *const right = place->right;
    step(filter, place);
    four_bits doubtful = {0};
    eight sums = frame_sums(phase, left, right, taps, is_stereo, is_blended, way, &doubtful);
    if (way == by_doubles && (doubtful[0] | doubtful[1] | doubtful[2] | doubtful[3]) != 0) {
        float exact[8];
        sum_doubtful_frame(exact, phase, left, right, taps, is_blended);
        sums = load_eight(exact);
    }
    return sums;
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
    const fusing way) {
    eight sums[4] = {{0}, {0}, {0}, {0}};
    // One after the other: of four at a time, most weights would be put aside and read again.
#pragma clang loop unroll(disable)
    for (long index = 0; index < count; ++index) {
        sums[index] = next_frame(
            &run->filter, run->phases_per_part, &run->place, taps, is_stereo, is_blended,
            way);
    }
    const eight totals = add_ones(add_pairs(sums[0], sums[1]), add_pairs(sums[2], sums[3]));
    return __builtin_shufflevector(totals, totals, 0, 4, 1, 5, 2, 6, 3, 7);
}

SORI_INLINE void add_resampled(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right, const long taps, const int is_stereo,
    const int is_blended, const fusing way) {
    // Copied: for all that the compiler knows, the output may be where the filter is.
    filter_run run = {*filter, phases_per_part, {filter->phase, left, is_stereo ? right : left}};
    long index = 0;
    for (; index + 4 <= output_count; index += 4) {
        unaligned_eight *const target = (unaligned_eight *)(output + 2 * index);
        *target = *target + next_frames(&run, 4, taps, is_stereo, is_blended, way);
    }
    const long rest = output_count - index;
    if (rest <= 0) return;
    const eight last = next_frames(&run, rest, taps, is_stereo, is_blended, way);
    for (long sample = 0; sample < 2 * rest; ++sample) output[2 * index + sample] += last[sample];
}

SORI_INLINE void add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right, const fusing way) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_resampled(output, output_count, filter, 1, left, NULL, taps, 0, 0, way);
    } else if (taps == SORI_USUAL_TAPS) {
        add_resampled(
            output, output_count, filter, 1, left, right, SORI_USUAL_TAPS, 1, 0, way);
    } else if (taps == SORI_MEDIUM_TAPS) {
        add_resampled(
            output, output_count, filter, 1, left, right, SORI_MEDIUM_TAPS, 1, 0, way);
    } else {
        add_resampled(output, output_count, filter, 1, left, right, taps, 1, 0, way);
    }
}

SORI_INLINE void add_blended(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right, const fusing way) {
    const long taps = filter->tap_count;
    if (right == NULL) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, NULL, taps, 0, 1, way);
    } else if (taps == SORI_USUAL_BLENDED_TAPS) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, SORI_USUAL_BLENDED_TAPS,
            1, 1, way);
    } else if (taps == SORI_LONGER_BLENDED_TAPS) {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, SORI_LONGER_BLENDED_TAPS,
            1, 1, way);
    } else {
        add_resampled(
            output, output_count, filter, phases_per_part, left, right, taps, 1, 1, way);
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
#define SORI_FILTER_KERNELS(PREFIX, TARGET, WAY)                                                   \
    TARGET void PREFIX##_add_filtered(                                                             \
        float *output, long output_count, const sori_polyphase *filter, const float *left,         \
        const float *right) {                                                                      \
        add_filtered(output, output_count, filter, left, right, WAY);                              \
    }                                                                                              \
    TARGET void PREFIX##_add_blended(                                                              \
        float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,  \
        const float *left, const float *right) {                                                   \
        add_blended(output, output_count, filter, phases_per_part, left, right, WAY);              \
    }                                                                                              \
    TARGET int PREFIX##_separate_channels(                                                         \
        const float *frames, long frame_count, float *left, float *right) {                        \
        return separate_channels(frames, frame_count, left, right);                                \
    }

SORI_FILTER_KERNELS(sori_baseline, , SORI_BASELINE_FUSING)

#if defined(__x86_64__)
SORI_FILTER_KERNELS(sori_avx2, __attribute__((target("avx2,fma"))), by_instruction)
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
