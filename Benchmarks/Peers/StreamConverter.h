// The part that converters of one stream share: they take a repeating source, and are asked for blocks.
#pragma once

#include "Peer.h"

#include <stdlib.h>
#include <string.h>

// The state of a converter of the library that the including file is about.
typedef struct sori_stream_converter {
    sori_peer_setup setup;
    // Frames of the source that were read so far, within it.
    uint32_t position;
    // The library's own converter.
    void *converter;
    // A block of the source, and its frames that are still to be converted.
    float *input;
    uint32_t input_count;
} sori_stream_converter;

// An instance without a converter; NULL when other work is asked for, or without memory.
static inline sori_stream_converter *sori_stream_make(const sori_peer_setup *setup) {
    if (setup->work != SORI_PEER_STREAM) {
        return NULL;
    }
    sori_stream_converter *self = calloc(1, sizeof *self);
    float *input = malloc(2 * sizeof(float) * setup->block_frames);
    if (self == NULL || input == NULL) {
        free(input);
        free(self);
        return NULL;
    }
    self->setup = *setup;
    self->input = input;
    return self;
}

static inline void sori_stream_free(sori_stream_converter *self) {
    free(self->input);
    free(self);
}

// Reads the next frames of the source into the input, at most a block.
static inline void sori_stream_read(sori_stream_converter *self, uint32_t frame_count) {
    float *output = self->input;
    self->input_count = frame_count;
    while (frame_count > 0) {
        uint32_t left = self->setup.source_frames - self->position;
        uint32_t part = frame_count < left ? frame_count : left;
        memcpy(output, self->setup.source + 2 * self->position, part * 2 * sizeof(float));
        output += 2 * part;
        frame_count -= part;
        self->position = (self->position + part) % self->setup.source_frames;
    }
}
