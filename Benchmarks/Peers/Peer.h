// What a peer of a benchmark is: a shared library with one function, which is compared with ours in one
// process. Each peer is a small file of our own around a library of somebody else's.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The work that is measured.
typedef enum sori_peer_work {
    // Voices at one steady gain each, mixed into stereo at 48 kHz.
    SORI_PEER_STEADY = 0,
    // The same, with a new gain for each voice in each block.
    SORI_PEER_RAMP,
    // Voices of 44.1 kHz into 48 kHz.
    SORI_PEER_CONVERTED,
    // Voices at rates of their own into 48 kHz.
    SORI_PEER_OWN_RATES,
    // One stereo stream of 44.1 kHz converted to 48 kHz.
    SORI_PEER_STREAM,
} sori_peer_work;

typedef struct sori_peer_setup {
    sori_peer_work work;
    // Number of voices, at least 1.
    uint32_t voice_count;
    // Frames of a block, at least 1.
    uint32_t block_frames;
    // The source of every voice: interleaved stereo of `source_frames` frames, which repeats. Valid
    // until the instance is freed.
    const float *source;
    uint32_t source_frames;
} sori_peer_setup;

typedef struct sori_peer {
    const char *name;
    // The version of the library, as it says itself.
    const char *version;
    // An instance for one kind of work; NULL when the library has nothing of the kind. Some libraries
    // have one instance at a time.
    void *(*make)(const sori_peer_setup *setup);
    // Renders one block of interleaved stereo at 48 kHz.
    void (*render)(void *instance, float *output);
    void (*free)(void *instance);
    // What a reader of a figure has to know of the library at this kind of work, or why it has nothing
    // of the kind; NULL, or NULL for a kind, when there is nothing to say.
    const char *(*remark)(sori_peer_work work);
} sori_peer;

// The pitch of a voice at a rate of its own: the source's 44.1 kHz become 33 to 55 kHz.
static inline double sori_peer_pitch(uint32_t voice) {
    const double turn = 0.618 * voice;
    return 0.75 + (turn - (double)(uint64_t)turn) / 2;
}

// The one function of the library.
__attribute__((visibility("default"))) const sori_peer *sori_peer_get(void);
