#include "ProcessorKernels.h"

#include <stddef.h>

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
// The same for converters of medium quality.
#define SORI_MEDIUM_TAPS 64
#define SORI_USUAL_BLENDED_TAPS 32
// The same for sources up to a quarter above the output's rate, which are as usual.
#define SORI_LONGER_BLENDED_TAPS 40

// How factor × other + addend is rounded once.
typedef enum {
    by_instruction,
    // Computed with doubles, where that is known to be right; otherwise it is noted.
    by_doubles,
    // Computed with doubles that are rounded to odd.
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

_Static_assert(sizeof(long) == 8, "positions need 64 bits");

// A filter at work, with what each output frame needs at hand.
typedef struct {
    const float *weights;
    // The phase, or the part of a ratio whose phases are blended, and the count of these.
    long part, part_count;
    // Added to the part for each output frame: the filter's part_step less part_count, which is
    // added again where the sum is negative.
    long part_change;
    const float *left;
    // Added to `left` for each output frame: one more than the filter's whole_step, and one less
    // where part_count is added.
    long frame_change;
    // Bytes from a sample of the left channel to that of the right one.
    long right_offset;
} filter_run;

SORI_INLINE filter_run run_of(
    const sori_polyphase *filter, long units_per_part, const float *left, const float *right) {
    return (filter_run){
        .weights = filter->weights,
        .part = filter->phase * units_per_part,
        .part_count = filter->phase_count * units_per_part,
        .part_change = (filter->part_step - filter->phase_count) * units_per_part,
        .left = left,
        .frame_change = filter->whole_step + 1,
        .right_offset = right == NULL ? 0 : (long)right - (long)left,
    };
}

// Without a branch, which a processor would mispredict.
SORI_INLINE void step(filter_run *run) {
    const long part = run->part + run->part_change;
    // All bits, or none.
    const long is_negative = part >> 63;
    run->part = part + (run->part_count & is_negative);
    run->left += run->frame_change + is_negative;
}

// The weights of an output frame. Where two phases are blended, parts are in units of 2^-48 phases.
typedef struct {
    const float *weights;
    // The share of the phase that follows, in units of 2^-24; floats hold all of them.
    int blend;
} filter_phase;

SORI_INLINE filter_phase present_phase(
    const filter_run *run, const long taps, const int is_blended) {
    if (!is_blended) return (filter_phase){run->weights + run->part * taps, 0};
    return (filter_phase){
        run->weights + (run->part >> 48) * taps, (int)(run->part >> 24) & 0xffffff};
}

// The weighted samples of an output frame, eight sums a channel.
typedef struct {
    eight left, right;
} frame_sums;

// Returns the weights of eight taps; is_blended and way are constants.
SORI_INLINE eight weights_of(
    filter_phase phase, eight blend, const long tap, const long taps, const int is_blended,
    const fusing way, four_bits *doubtful) {
    const eight weights = load_eight(phase.weights + tap);
    if (!is_blended) return weights;
    const eight change = load_eight(phase.weights + taps + tap) - weights;
    return fused(change, blend, weights, way, doubtful);
}

// Where is_stereo is 0, both channels are the left one.
SORI_INLINE frame_sums weighted_sums(
    filter_phase phase, const float *left, const float *right, const long taps,
    const int is_stereo, const int is_blended, const fusing way, four_bits *doubtful) {
    // Converted as a vector: the instruction for one number depends on the register's last use.
    const int share = phase.blend;
    const eight_bits shares = {share, share, share, share, share, share, share, share};
    const eight blend = __builtin_convertvector(shares, eight) * 0x1p-24f;
    // To fuse the first products with 0 would change no more than the sign of a zero.
    eight weights = weights_of(phase, blend, 0, taps, is_blended, way, doubtful);
    frame_sums sums = {weights * load_eight(left), {0}};
    if (is_stereo) sums.right = weights * load_eight(right);
    for (long tap = 8; tap < taps; tap += 8) {
        weights = weights_of(phase, blend, tap, taps, is_blended, way, doubtful);
        sums.left = fused(weights, load_eight(left + tap), sums.left, way, doubtful);
        if (is_stereo) {
            sums.right = fused(weights, load_eight(right + tap), sums.right, way, doubtful);
        }
    }
    if (!is_stereo) sums.right = sums.left;
    return sums;
}

// A frame in which the float that is nearest to a double might not be the one wanted.
static __attribute__((noinline)) void sum_doubtful_frame(
    float *sums, filter_phase phase, const float *left, const float *right, long taps,
    int is_blended) {
    four_bits doubtful = {0};
    const frame_sums exact =
        weighted_sums(phase, left, right, taps, 1, is_blended, by_odd_doubles, &doubtful);
    *(unaligned_eight *)sums = exact.left;
    *(unaligned_eight *)(sums + 8) = exact.right;
}

SORI_INLINE frame_sums next_frame(
    filter_run *run, const long taps, const int is_stereo, const int is_blended,
    const fusing way) {
    const filter_phase phase = present_phase(run, taps, is_blended);
    const float *const left = run->left;
    const float *const right = (const float *)((long)left + run->right_offset);
    step(run);
    four_bits doubtful = {0};
    frame_sums sums =
        weighted_sums(phase, left, right, taps, is_stereo, is_blended, way, &doubtful);
    if (way == by_doubles && (doubtful[0] | doubtful[1] | doubtful[2] | doubtful[3]) != 0) {
        float exact[16];
        sum_doubtful_frame(exact, phase, left, right, taps, is_blended);
        sums = (frame_sums){load_eight(exact), load_eight(exact + 8)};
    }
    // Without this, the compiler begins the next frame here, and spills what has no register.
    __asm__ volatile("" ::: "memory");
    return sums;
}

// Returns the lanes of two frames half added up; two of these, added up, have both channels of a
// frame side by side.
SORI_INLINE eight two_frames(frame_sums first, frame_sums second) {
    return add_pairs(
        add_fours(first.left, second.left), add_fours(first.right, second.right));
}

// Returns the next count filtered frames, at most four, interleaved.
SORI_INLINE eight next_frames(
    filter_run *run, const long count, const long taps, const int is_stereo, const int is_blended,
    const fusing way) {
    // Unrolled, so that the sums stay in registers; doubles would not leave any.
    if (count == 4 && way == by_instruction) {
        const frame_sums first = next_frame(run, taps, is_stereo, is_blended, way);
        const frame_sums second = next_frame(run, taps, is_stereo, is_blended, way);
        const frame_sums third = next_frame(run, taps, is_stereo, is_blended, way);
        const eight even = two_frames(first, third);
        const frame_sums fourth = next_frame(run, taps, is_stereo, is_blended, way);
        return add_ones(even, two_frames(second, fourth));
    }
    frame_sums sums[4] = {{{0}, {0}}};
#pragma clang loop unroll(disable)
    for (long index = 0; index < count; ++index) {
        sums[index] = next_frame(run, taps, is_stereo, is_blended, way);
    }
    return add_ones(two_frames(sums[0], sums[2]), two_frames(sums[1], sums[3]));
}

SORI_INLINE void add_resampled(
    float *output, long output_count, const sori_polyphase *filter, long units_per_part,
    const float *left, const float *right, const long taps, const int is_stereo,
    const int is_blended, const fusing way) {
    // Not the filter itself: for all that the compiler knows, the output may be where that is.
    filter_run run = run_of(filter, units_per_part, left, right);
    if (output_count <= 0) return;
    const long rest = output_count & 3;
    for (float *const end = output + 2 * (output_count - rest); output < end; output += 8) {
        const eight frames = next_frames(&run, 4, taps, is_stereo, is_blended, way);
        *(unaligned_eight *)output = load_eight(output) + frames;
    }
    if (rest == 0) return;
    const eight last = next_frames(&run, rest, taps, is_stereo, is_blended, way);
    for (long sample = 0; sample < 2 * rest; ++sample) output[sample] += last[sample];
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
