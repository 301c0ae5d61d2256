#include "SampleFrames.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Set in every sample of magnitude 2 and above, infinity and NaN: then, and only then, each sample
// has to be looked at.
#define SORI_LARGE_BIT 0x40000000

// What is done about samples that could corrupt the sum.
typedef enum {
    // Nothing: they are known to be valid.
    checked_before,
    // Their bits are collected.
    checked_after,
    // Each invalid one becomes 0.
    checked_now,
} checking;

// The times of four frames on a line of gains, the first one at `time`.
SORI_INLINE frames times_from(float time) {
    return pair(time, time) + (frames){0, 0, 1, 1, 2, 2, 3, 3};
}

// The times of a tile's frames, which all ramps of a uniform run are at.
typedef struct {
    int is_uniform;
    frames of_frames[8];
} tile_times;

// Adds the frames of one voice to a tile's sums. The arguments from is_stereo on, and whether times
// are common, are constants.
SORI_INLINE void add_voice(
    frames *sums, frame_bits *seen, const sori_voice_block *voice, long first,
    const tile_times *common, int is_stereo, int is_integer, int is_ramp, int vectors,
    checking check) {
    const frames start = pair(voice->left, voice->right);
    const frames step = pair(voice->left_step, voice->right_step);
    const float time = voice->time + (float)first;
    // Unrolled, so that the sums stay in registers.
#pragma GCC unroll 8
    for (int index = 0; index < vectors; ++index) {
        frames sample =
            load_frames(voice->samples, first + 4 * index, is_stereo, is_integer);
        if (check == checked_now) sample = without_invalid(sample);
        if (check == checked_after) *seen |= (frame_bits)sample;
        if (is_ramp) {
            // Whole numbers below 2²⁴: exact in whatever order they are added.
            const frames times = common->is_uniform
                ? common->of_frames[index]
                : pair(time, time) + times_from((float)(4 * index));
            sums[index] += sample * (start + times * step);
        } else {
            sums[index] += sample * start;
        }
    }
}

// Adds all voices of one kind that follow each other, which all of a uniform run do.
#define SORI_ADD_RUN(KIND, CHECK)                                                                  \
    case KIND:                                                                                     \
        do {                                                                                       \
            add_voice(                                                                             \
                sums, &seen, voice, first, common, ((KIND) & SORI_STEREO) != 0, is_integer,        \
                ((KIND) & SORI_RAMP) != 0, vectors, CHECK);                                        \
        } while (++voice < end &&                                                                  \
                 (common->is_uniform || voice->kind == (KIND) + is_integer * SORI_INTEGER));       \
        break;

// Sums a tile of 4 × vectors frames in registers.
//
// Returns the bits that are set in any of the samples that were not checked before.
SORI_INLINE frame_bits sum_tile(
    frames *sums, const sori_voice_block *voices, long count, long first,
    const tile_times *common, int is_integer, int vectors, checking check) {
    frame_bits seen = {0};
    const sori_voice_block *voice = voices;
    const sori_voice_block *const end = voices + count;
    while (voice < end) {
        switch (voice->kind - is_integer * SORI_INTEGER) {
            SORI_ADD_RUN(SORI_CHECKED | SORI_STEREO, checked_before)
            SORI_ADD_RUN(SORI_CHECKED | SORI_STEREO | SORI_RAMP, checked_before)
            SORI_ADD_RUN(SORI_CHECKED, checked_before)
            SORI_ADD_RUN(SORI_CHECKED | SORI_RAMP, checked_before)
            SORI_ADD_RUN(SORI_STEREO, check)
            SORI_ADD_RUN(SORI_STEREO | SORI_RAMP, check)
            SORI_ADD_RUN(SORI_RAMP, check)
            SORI_ADD_RUN(0, check)
        default: ++voice;
        }
    }
    return seen;
}

// time is that of all ramps of a uniform run.
SORI_INLINE void mix_tile(
    const sori_voice_block *voices, long count, float *bus, long first, float time, int is_uniform,
    int is_integer, int vectors) {
    unaligned_frames *const target = (unaligned_frames *)(bus + 2 * first);
    frames sums[8];
    tile_times common;
    common.is_uniform = is_uniform;
    const frames times = times_from(time + (float)first);
    for (int index = 0; index < vectors; ++index) {
        const float offset = (float)(4 * index);
        sums[index] = target[index];
        common.of_frames[index] = times + pair(offset, offset);
    }
    const frame_bits seen = sum_tile(
        sums, voices, count, first, &common, is_integer, vectors, checked_after);
    int any = 0;
    for (int lane = 0; lane < 8; ++lane) any |= seen[lane];
    if (__builtin_expect(any & SORI_LARGE_BIT, 0)) {
        for (int index = 0; index < vectors; ++index) sums[index] = target[index];
        sum_tile(sums, voices, count, first, &common, is_integer, vectors, checked_now);
    }
    for (int index = 0; index < vectors; ++index) target[index] = sums[index];
}

// The last frames of a block, fewer than four.
SORI_INLINE void mix_rest(
    const sori_voice_block *voices, long count, float *bus, long first, long frame_count,
    int is_integer) {
    for (long frame = first; frame < frame_count; ++frame) {
        float left_sum = bus[2 * frame], right_sum = bus[2 * frame + 1];
        for (const sori_voice_block *voice = voices; voice < voices + count; ++voice) {
            const int is_stereo = voice->kind & SORI_STEREO;
            const long sample = is_stereo ? 2 * frame : frame;
            const float first_sample = load_sample(voice->samples, sample, is_integer);
            const float last_sample = load_sample(voice->samples, sample + is_stereo, is_integer);
            float left = voice->left, right = voice->right;
            if (voice->kind & SORI_RAMP) {
                const float time = voice->time + (float)frame;
                left = left + time * voice->left_step;
                right = right + time * voice->right_step;
            }
            left_sum += valid(first_sample) * left;
            right_sum += valid(last_sample) * right;
        }
        bus[2 * frame] = left_sum;
        bus[2 * frame + 1] = right_sum;
    }
}

// Voices that follow each other, all of integers or none.
typedef struct {
    long count;
    // Whether all are of one kind, and their ramps at one time.
    int is_uniform;
} voice_run;

SORI_INLINE int kind_change(const sori_voice_block *first, const sori_voice_block *second) {
    return first->kind ^ second->kind;
}

SORI_INLINE voice_run first_run(const sori_voice_block *voices, long count) {
    int changes = 0, has_several_times = 0;
    for (long index = 1; index < count; ++index) {
        changes |= kind_change(voices, voices + index);
        has_several_times |= voices[index].time != voices->time;
    }
    voice_run run = {count, changes == 0 && !(has_several_times && voices->kind & SORI_RAMP)};
    if (changes & SORI_INTEGER) {
        run.count = 1;
        while (!(kind_change(voices, voices + run.count) & SORI_INTEGER)) ++run.count;
    }
    return run;
}

// In one loop over integers and floats the sums would not stay in registers.
SORI_INLINE void mix_voices(
    const sori_voice_block *voices, voice_run run, float *bus, long frame_count, int is_integer,
    int vectors) {
    const long count = run.count;
    long first = 0;
    if (run.is_uniform) {
        for (; first + 4 * vectors <= frame_count; first += 4 * vectors) {
            mix_tile(voices, count, bus, first, voices->time, 1, is_integer, vectors);
        }
    } else {
        for (; first + 4 * vectors <= frame_count; first += 4 * vectors) {
            mix_tile(voices, count, bus, first, 0, 0, is_integer, vectors);
        }
    }
    for (; first + 8 <= frame_count; first += 8) {
        mix_tile(voices, count, bus, first, 0, 0, is_integer, 2);
    }
    if (first + 4 <= frame_count) {
        mix_tile(voices, count, bus, first, 0, 0, is_integer, 1);
        first += 4;
    }
    mix_rest(voices, count, bus, first, frame_count, is_integer);
}

SORI_INLINE frames larger(frames samples, frames peaks) {
    const frame_bits is_larger = samples > peaks;
    return (frames)(((frame_bits)samples & is_larger) | ((frame_bits)peaks & ~is_larger));
}

SORI_INLINE float largest(frames peaks) {
    float peak = 0;
    for (int lane = 0; lane < 8; ++lane) peak = peaks[lane] > peak ? peaks[lane] : peak;
    return peak;
}

// Adds four frames to target, and returns the magnitudes of what was added.
SORI_INLINE frames mix_four(
    frames samples, const sori_voice_block *voice, float time, float *target, int is_ramp) {
    const frames start = pair(voice->left, voice->right);
    const frames step = pair(voice->left_step, voice->right_step);
    const frames times = pair(time, time) + (frames){0, 0, 1, 1, 2, 2, 3, 3};
    const frames mixed = is_ramp ? samples * (start + times * step) : samples * start;
    *(unaligned_frames *)target = *(unaligned_frames *)target + mixed;
    return magnitude(mixed);
}

SORI_INLINE void mix_measured(
    const sori_voice_block *voice, float *bus, long frame_count, float *source_peak,
    float *output_peak, int is_stereo, int is_integer, int is_ramp) {
    frames source_peaks = {0}, output_peaks = {0};
    long frame = 0;
    for (; frame + 4 <= frame_count; frame += 4) {
        const frames samples =
            without_invalid(load_frames(voice->samples, frame, is_stereo, is_integer));
        const frames mixed =
            mix_four(samples, voice, voice->time + (float)frame, bus + 2 * frame, is_ramp);
        source_peaks = larger(magnitude(samples), source_peaks);
        output_peaks = larger(mixed, output_peaks);
    }
    if (frame < frame_count) {
        // Copied, so that nothing beyond the block is touched.
        const long rest = frame_count - frame;
        float last[8] = {0}, sums[8] = {0};
        for (long index = 0; index < 2 * rest; ++index) {
            last[index] = load_sample(
                voice->samples, is_stereo ? 2 * frame + index : frame + index / 2, is_integer);
            sums[index] = bus[2 * frame + index];
        }
        const frames samples = without_invalid(load_frames(last, 0, 1, 0));
        const frames mixed = mix_four(samples, voice, voice->time + (float)frame, sums, is_ramp);
        for (long index = 0; index < 2 * rest; ++index) bus[2 * frame + index] = sums[index];
        source_peaks = larger(magnitude(samples), source_peaks);
        output_peaks = larger(mixed, output_peaks);
    }
    const float source = largest(source_peaks), output = largest(output_peaks);
    if (source > *source_peak) *source_peak = source;
    if (output > *output_peak) *output_peak = output;
}

#define SORI_MEASURE(KIND)                                                                         \
    case KIND:                                                                                     \
        mix_measured(                                                                              \
            voice, bus, frame_count, source_peak, output_peak, ((KIND) & SORI_STEREO) != 0,        \
            ((KIND) & SORI_INTEGER) != 0, ((KIND) & SORI_RAMP) != 0);                              \
        break;

SORI_INLINE void mix_measured_kind(
    const sori_voice_block *voice, float *bus, long frame_count, float *source_peak,
    float *output_peak) {
    switch (voice->kind & (SORI_STEREO | SORI_RAMP | SORI_INTEGER)) {
        SORI_MEASURE(0)
        SORI_MEASURE(SORI_STEREO)
        SORI_MEASURE(SORI_RAMP)
        SORI_MEASURE(SORI_STEREO | SORI_RAMP)
        SORI_MEASURE(SORI_INTEGER)
        SORI_MEASURE(SORI_INTEGER | SORI_STEREO)
        SORI_MEASURE(SORI_INTEGER | SORI_RAMP)
        SORI_MEASURE(SORI_INTEGER | SORI_STEREO | SORI_RAMP)
    }
}

// The kernels of one kind of processor: PREFIX_mix_voices and PREFIX_mix_measured. A tile of
// VECTORS × 4 frames fits into its registers.
#define SORI_KERNELS(PREFIX, TARGET, VECTORS)                                                      \
    TARGET __attribute__((noinline)) static void PREFIX##_mix_floats(                              \
        const sori_voice_block *voices, voice_run run, float *bus, long frame_count) {             \
        mix_voices(voices, run, bus, frame_count, 0, VECTORS);                                     \
    }                                                                                              \
    TARGET __attribute__((noinline)) static void PREFIX##_mix_integers(                            \
        const sori_voice_block *voices, voice_run run, float *bus, long frame_count) {             \
        mix_voices(voices, run, bus, frame_count, 1, VECTORS);                                     \
    }                                                                                              \
    TARGET static void PREFIX##_mix_voices(                                                        \
        const sori_voice_block *voices, long count, float *bus, long frame_count) {                \
        while (count > 0) {                                                                        \
            const voice_run run = first_run(voices, count);                                        \
            (voices->kind & SORI_INTEGER ? PREFIX##_mix_integers : PREFIX##_mix_floats)(           \
                voices, run, bus, frame_count);                                                    \
            voices += run.count;                                                                   \
            count -= run.count;                                                                    \
        }                                                                                          \
    }                                                                                              \
    TARGET static void PREFIX##_mix_measured(                                                      \
        const sori_voice_block *voice, float *bus, long frame_count, float *source_peak,           \
        float *output_peak) {                                                                      \
        mix_measured_kind(voice, bus, frame_count, source_peak, output_peak);                      \
    }

SORI_KERNELS(baseline, , 4)

#if defined(__x86_64__)
SORI_KERNELS(avx2, __attribute__((target("avx2"))), 8)
#endif

#define SORI_KERNEL_TABLE(PREFIX)                                                                  \
    {                                                                                              \
        #PREFIX, PREFIX##_mix_voices, PREFIX##_mix_measured, sori_##PREFIX##_add_filtered,         \
            sori_##PREFIX##_add_blended, sori_##PREFIX##_separate_channels,                        \
            sori_##PREFIX##_add_samples, sori_##PREFIX##_decode_int16,                             \
            sori_##PREFIX##_decode_float32                                                         \
    }

// The best ones last.
static const sori_kernels all_kernels[] = {
    SORI_KERNEL_TABLE(baseline),
#if defined(__x86_64__)
    SORI_KERNEL_TABLE(avx2),
#endif
};

enum { kernel_count = sizeof all_kernels / sizeof *all_kernels };

static const sori_kernels *in_use = all_kernels;

// Whether the processor has the instructions of these kernels.
static int are_supported(const sori_kernels *kernels) {
    if (kernels == all_kernels) return 1;
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

const sori_kernels *sori_kernels_named(const char *name) {
    for (int index = 0; index < kernel_count; ++index) {
        const sori_kernels *const kernels = all_kernels + index;
        if (strcmp(kernels->name, name) == 0) return are_supported(kernels) ? kernels : NULL;
    }
    return NULL;
}

const sori_kernels *sori_kernels_in_use(void) {
    return in_use;
}

// Before the program begins, so that no thread ever sees a change.
__attribute__((constructor)) static void choose_kernels(void) {
    const char *const asked = getenv("SORI_KERNELS");
    const sori_kernels *const found = asked == NULL ? NULL : sori_kernels_named(asked);
    if (found != NULL) {
        in_use = found;
        return;
    }
    for (int index = 0; index < kernel_count; ++index) {
        if (are_supported(all_kernels + index)) in_use = all_kernels + index;
    }
}

void sori_mix_voices(
    const sori_voice_block *voices, long voice_count, float *bus, long frame_count) {
    in_use->mix_voices(voices, voice_count, bus, frame_count);
}

void sori_mix_measured(
    const sori_voice_block *voice, float *bus, long frame_count, float *source_peak,
    float *output_peak) {
    in_use->mix_measured(voice, bus, frame_count, source_peak, output_peak);
}
