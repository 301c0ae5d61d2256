// The echo canceller of the WebRTC project, as PipeWire's echo-cancel module uses it: a plugin that is
// loaded when it is first needed.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct sori_pw_echo_canceller sori_pw_echo_canceller;

// Loads the plugin. Needs no server. Any thread; one thread at a time uses the canceller.
//
// Returns NULL with `error` set to an errno value: ENOENT where the plugin is not installed.
sori_pw_echo_canceller *_Nullable sori_pw_make_echo_canceller(
    uint32_t sample_rate, bool suppresses_noise, bool adjusts_gain, int32_t *error);

void sori_pw_free_echo_canceller(sori_pw_echo_canceller *canceller);

// Processes 10 ms of one channel: writes `input` without the echo of `played` to `output`.
//
// Returns 0 or an errno value. May allocate and lock.
int32_t sori_pw_cancel_echo(
    sori_pw_echo_canceller *canceller, const float *input, const float *played, float *output,
    uint32_t frame_count);

#pragma clang assume_nonnull end
