// The part that converters of one stream share: they take a repeating source, and are asked for blocks.
#pragma once

#include "Peer.h"

#include <string.h>

typedef struct sori_stream_source {
    const float *frames;
    uint32_t count;
    uint32_t position;
} sori_stream_source;

// Copies the next frames of the source into `output`.
static inline void sori_stream_read(
    sori_stream_source *source, float *output, uint32_t frame_count) {
    while (frame_count > 0) {
        uint32_t left = source->count - source->position;
        uint32_t part = frame_count < left ? frame_count : left;
        memcpy(output, source->frames + 2 * source->position, part * 2 * sizeof(float));
        output += 2 * part;
        frame_count -= part;
        source->position = (source->position + part) % source->count;
    }
}
