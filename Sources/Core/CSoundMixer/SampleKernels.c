#include "SampleFrames.h"

#include <string.h>

typedef uint16_t eight_words __attribute__((vector_size(16)));
typedef int16_t unaligned_integers __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint32_t eight_numbers __attribute__((vector_size(32)));
typedef uint32_t unaligned_numbers __attribute__((vector_size(32), aligned(1), may_alias));

SORI_INLINE void add_samples(float *sum, const float *samples, long count) {
    long index = 0;
    for (; index + 8 <= count; index += 8) {
        *(unaligned_frames *)(sum + index) += *(const unaligned_frames *)(samples + index);
    }
    for (; index < count; ++index) sum[index] += samples[index];
}

// Returns eight integers, byte-swapped where is_swapped, a constant.
SORI_INLINE eight_integers ordered(eight_integers integers, int is_swapped) {
    const eight_words words = (eight_words)integers;
    return is_swapped ? (eight_integers)(words << 8 | words >> 8) : integers;
}

SORI_INLINE void decode_all_int16(
    const void *bytes, float *samples, long count, int is_swapped) {
    const char *const integers = bytes;
    long index = 0;
    for (; index + 8 <= count; index += 8) {
        const eight_integers eight =
            ordered(*(const unaligned_integers *)(integers + 2 * index), is_swapped);
        *(unaligned_frames *)(samples + index) =
            __builtin_convertvector(eight, frames) * SORI_INTEGER_SCALE;
    }
    if (index >= count) return;
    eight_integers last = {0};
    memcpy(&last, integers + 2 * index, 2 * (size_t)(count - index));
    const frames decoded =
        __builtin_convertvector(ordered(last, is_swapped), frames) * SORI_INTEGER_SCALE;
    memcpy(samples + index, &decoded, (size_t)(count - index) * sizeof *samples);
}

SORI_INLINE void decode_int16(const void *bytes, float *samples, long count, int is_swapped) {
    if (is_swapped) {
        decode_all_int16(bytes, samples, count, 1);
    } else {
        decode_all_int16(bytes, samples, count, 0);
    }
}

// Returns eight floats, byte-swapped where is_swapped, a constant; 0 for infinity and NaN.
SORI_INLINE eight_numbers ordered_and_finite(eight_numbers numbers, int is_swapped) {
    if (is_swapped) {
        numbers = numbers << 24 | (numbers & 0xff00) << 8 | (numbers >> 8 & 0xff00) | numbers >> 24;
    }
    return numbers & (eight_numbers)((numbers & 0x7f800000) != 0x7f800000);
}

SORI_INLINE void decode_all_float32(
    const void *bytes, float *samples, long count, int is_swapped) {
    const char *const numbers = bytes;
    long index = 0;
    for (; index + 8 <= count; index += 8) {
        *(unaligned_numbers *)(samples + index) =
            ordered_and_finite(*(const unaligned_numbers *)(numbers + 4 * index), is_swapped);
    }
    if (index >= count) return;
    eight_numbers last = {0};
    memcpy(&last, numbers + 4 * index, 4 * (size_t)(count - index));
    last = ordered_and_finite(last, is_swapped);
    memcpy(samples + index, &last, 4 * (size_t)(count - index));
}

SORI_INLINE void decode_float32(const void *bytes, float *samples, long count, int is_swapped) {
    if (is_swapped) {
        decode_all_float32(bytes, samples, count, 1);
    } else {
        decode_all_float32(bytes, samples, count, 0);
    }
}

// The kernels of one kind of processor, PREFIX_add_samples and so on.
#define SORI_SAMPLE_KERNELS(PREFIX, TARGET)                                                        \
    TARGET void PREFIX##_add_samples(float *sum, const float *samples, long count) {               \
        add_samples(sum, samples, count);                                                          \
    }                                                                                              \
    TARGET void PREFIX##_decode_int16(                                                             \
        const void *bytes, float *samples, long count, int is_swapped) {                           \
        decode_int16(bytes, samples, count, is_swapped);                                           \
    }                                                                                              \
    TARGET void PREFIX##_decode_float32(                                                           \
        const void *bytes, float *samples, long count, int is_swapped) {                           \
        decode_float32(bytes, samples, count, is_swapped);                                         \
    }

SORI_SAMPLE_KERNELS(sori_baseline, )

#if defined(__x86_64__)
SORI_SAMPLE_KERNELS(sori_avx2, __attribute__((target("avx2"))))
#endif

void sori_add_samples(float *sum, const float *samples, long count) {
    sori_kernels_in_use()->add_samples(sum, samples, count);
}

void sori_decode_int16(const void *bytes, float *samples, long count, int is_swapped) {
    sori_kernels_in_use()->decode_int16(bytes, samples, count, is_swapped);
}

void sori_decode_float32(const void *bytes, float *samples, long count, int is_swapped) {
    sori_kernels_in_use()->decode_float32(bytes, samples, count, is_swapped);
}
