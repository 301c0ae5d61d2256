#include "MixerLimits.h"

#if defined(__x86_64__)

typedef float eight __attribute__((vector_size(32)));
typedef float unaligned_eight __attribute__((vector_size(32), aligned(4), may_alias));

#define SORI_LIMIT __attribute__((target("avx2,fma")))
#define SORI_EIGHT(p) (*(const unaligned_eight *)(p))
#define SORI_PAIRS(l, r) ((eight){(l), (r), (l), (r), (l), (r), (l), (r)})
#define SORI_SUM(s)                                                                                \
    ((((s)[0] + (s)[4]) + ((s)[2] + (s)[6])) + (((s)[1] + (s)[5]) + ((s)[3] + (s)[7])))

int sori_limits_are_available(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

SORI_LIMIT void sori_limit_steady(
    const float *const *voices, const float *gains, long voice_count, float *bus,
    long frame_count) {
    for (long voice = 0; voice < voice_count; voice += 8) {
        eight gain[8];
        for (int index = 0; index < 8; ++index) {
            const float *pair = gains + 2 * (voice + index);
            gain[index] = SORI_PAIRS(pair[0], pair[1]);
        }
        for (long sample = 0; sample < 2 * frame_count; sample += 8) {
            eight sum = SORI_EIGHT(bus + sample);
            for (int index = 0; index < 8; ++index) {
                sum = __builtin_elementwise_fma(
                    SORI_EIGHT(voices[voice + index] + sample), gain[index], sum);
            }
            *(unaligned_eight *)(bus + sample) = sum;
        }
    }
}

SORI_LIMIT void sori_limit_ramp(
    const float *const *voices, const float *gains, const float *steps, long voice_count,
    float *bus, long frame_count) {
    for (long voice = 0; voice < voice_count; voice += 8) {
        eight gain[8], step[8];
        for (int index = 0; index < 8; ++index) {
            const float *pair = gains + 2 * (voice + index);
            const float *steps_pair = steps + 2 * (voice + index);
            gain[index] = SORI_PAIRS(pair[0], pair[1]);
            step[index] = SORI_PAIRS(steps_pair[0], steps_pair[1]);
        }
        eight time = {0, 0, 1, 1, 2, 2, 3, 3};
        for (long sample = 0; sample < 2 * frame_count; sample += 8) {
            eight sum = SORI_EIGHT(bus + sample);
            for (int index = 0; index < 8; ++index) {
                const eight present = __builtin_elementwise_fma(time, step[index], gain[index]);
                sum = __builtin_elementwise_fma(
                    SORI_EIGHT(voices[voice + index] + sample), present, sum);
            }
            *(unaligned_eight *)(bus + sample) = sum;
            time += 4;
        }
    }
}

SORI_LIMIT void sori_limit_filter(
    const float *weights, const float *left, const float *right, float *output, long frame_count) {
    long frame = 0, phase = 0;
    for (long index = 0; index < frame_count; ++index) {
        const float *weight = weights + 48 * phase;
        eight left_sum = {0}, right_sum = {0};
        for (int tap = 0; tap < 48; tap += 8) {
            const eight eight_weights = SORI_EIGHT(weight + tap);
            left_sum = __builtin_elementwise_fma(
                eight_weights, SORI_EIGHT(left + frame + tap), left_sum);
            right_sum = __builtin_elementwise_fma(
                eight_weights, SORI_EIGHT(right + frame + tap), right_sum);
        }
        output[2 * index] += SORI_SUM(left_sum);
        output[2 * index + 1] += SORI_SUM(right_sum);
        phase += 147;
        if (phase >= 160) {
            phase -= 160;
            ++frame;
        }
    }
}

SORI_LIMIT void sori_limit_blended(
    const float *weights, long phase_count, double step, const float *left, const float *right,
    float *output, long frame_count) {
    double position = 0;
    for (long index = 0; index < frame_count; ++index) {
        const long frame = (long)position;
        const double exact = (position - (double)frame) * (double)phase_count;
        const long phase = (long)exact;
        const float share = (float)(exact - (double)phase);
        const eight blend = SORI_PAIRS(share, share);
        const float *before = weights + 32 * phase, *after = before + 32;
        eight left_sum = {0}, right_sum = {0};
        for (int tap = 0; tap < 32; tap += 8) {
            const eight first = SORI_EIGHT(before + tap);
            const eight weight =
                __builtin_elementwise_fma(SORI_EIGHT(after + tap) - first, blend, first);
            left_sum =
                __builtin_elementwise_fma(weight, SORI_EIGHT(left + frame + tap), left_sum);
            right_sum =
                __builtin_elementwise_fma(weight, SORI_EIGHT(right + frame + tap), right_sum);
        }
        output[2 * index] += SORI_SUM(left_sum);
        output[2 * index + 1] += SORI_SUM(right_sum);
        position += step;
    }
}

#else

int sori_limits_are_available(void) {
    return 0;
}

void sori_limit_steady(
    const float *const *voices, const float *gains, long voice_count, float *bus,
    long frame_count) {}

void sori_limit_ramp(
    const float *const *voices, const float *gains, const float *steps, long voice_count,
    float *bus, long frame_count) {}

void sori_limit_filter(
    const float *weights, const float *left, const float *right, float *output, long frame_count) {
}

void sori_limit_blended(
    const float *weights, long phase_count, double step, const float *left, const float *right,
    float *output, long frame_count) {}

#endif
