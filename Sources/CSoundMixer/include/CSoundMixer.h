// The inner loop of resampling, compiled once for every x86-64 and once for AVX2.
//
// In C, because Swift cannot compile one function for several processors. The lanes are the same in
// both, and nothing is contracted to a fused multiply-add, so both give the same bits.

#pragma once

#include <stdint.h>

#include "MixKernels.h"
#include "RenderSafe.h"

// Where a polyphase filter stands, and how it moves on by one output frame.
typedef struct {
    // tap_count weights for each phase; tap_count is a multiple of 8.
    const float *weights;
    long tap_count;
    // Present phase, below phase_count.
    long phase;
    long phase_count;
    // Whole source frames and phases to the next output frame.
    long whole_step;
    long part_step;
} sori_polyphase;

// Adds output_count filtered frames to output, interleaved stereo.
//
// left and right hold one channel each; right is NULL where both are the same. Real time.
SORI_RENDER_SAFE void sori_add_filtered(
    float *output, long output_count, const sori_polyphase *filter, const float *left,
    const float *right);

// The same for a ratio with more positions than the filter has phases: two phases are blended.
//
// filter->phase and filter->phase_count count the positions, of which each is phases_per_part of a
// phase, in units of 2^-48; a filter has at most 65,536 phases.
SORI_RENDER_SAFE void sori_add_blended(
    float *output, long output_count, const sori_polyphase *filter, uint64_t phases_per_part,
    const float *left, const float *right);
