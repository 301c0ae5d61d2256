// Mixing: the sum of many voices, block by block.
//
// In C, because Swift cannot compile one function for several processors. Every kernel gives the
// same bits: a frame is the sum of its voices in their order, a gain is start + time × step, and
// nothing is contracted to a fused multiply-add.

#pragma once

#include "RenderSafe.h"

// The kinds of a voice's block; the bits of `kind`.
enum {
    // Two interleaved channels, and not one.
    SORI_STEREO = 1,
    // The gains move: the steps are not both 0.
    SORI_RAMP = 2,
    // Every sample is known to have a magnitude below 2, which saves looking at them.
    SORI_CHECKED = 4,
    // The samples are 16-bit integers, and not floats; always together with SORI_CHECKED.
    SORI_INTEGER = 8,
};

// What one voice adds to a bus in one block.
typedef struct {
    // The block's frames, mono or interleaved stereo: floats, or int16_t with full scale 2^15.
    const void *samples;
    // The gains where `time` is 0.
    float left, right;
    // What each frame adds to the gains.
    float left_step, right_step;
    // The block's first frame on the gains' line; a whole number below 2²³.
    float time;
    int kind;
} sori_voice_block;

// A sample of larger magnitude, and NaN, counts as 0, so that no source can corrupt the sum.
#define SORI_SAMPLE_MAGNITUDE_MAX 0x1p30f

// Adds a block of several voices to a bus, interleaved stereo, in their order. Real time.
SORI_RENDER_SAFE void sori_mix_voices(
    const sori_voice_block *voices, long voice_count, float *bus, long frame_count);

// Adds a block of one voice to a bus, and raises two peaks to the largest magnitude before and
// after the gains. Real time.
SORI_RENDER_SAFE void sori_mix_measured(
    const sori_voice_block *voice, float *bus, long frame_count, float *source_peak,
    float *output_peak);
