// Hand-written kernels: the time that mixing needs on this processor, and nothing around it.

#pragma once

// Whether this processor can run the kernels.
int sori_limits_are_available(void);

// Adds voice_count voices to bus, a multiple of eight, with constant gains. Stereo.
void sori_limit_steady(
    const float *const *voices, const float *gains, long voice_count, float *bus,
    long frame_count);

// The same, with gains that change from frame to frame.
void sori_limit_ramp(
    const float *const *voices, const float *gains, const float *steps, long voice_count,
    float *bus, long frame_count);

// Filters one bus of separate channels into output with 48 taps and 160 phases, from 44.1 kHz to
// 48 kHz.
void sori_limit_filter(
    const float *weights, const float *left, const float *right, float *output, long frame_count);

// The same with 32 taps and two phases blended, at any rate up to the output's.
void sori_limit_blended(
    const float *weights, long phase_count, double step, const float *left, const float *right,
    float *output, long frame_count);
