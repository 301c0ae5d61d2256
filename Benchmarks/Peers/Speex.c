// The resampler of speexdsp at its desktop quality.
#include <speex/speex_resampler.h>

#include "StreamConverter.h"

#include <stdlib.h>

typedef struct instance {
    sori_peer_setup setup;
    sori_stream_source source;
    SpeexResamplerState *converter;
    float *input;
    uint32_t input_count;
} instance;

static void free_instance(void *context) {
    instance *self = context;
    speex_resampler_destroy(self->converter);
    free(self->input);
    free(self);
}

static void *make(const sori_peer_setup *setup) {
    if (setup->work != SORI_PEER_STREAM) {
        return NULL;
    }
    instance *self = calloc(1, sizeof *self);
    int error = 0;
    self->setup = *setup;
    self->source = (sori_stream_source){setup->source, setup->source_frames, 0};
    self->input = malloc(2 * sizeof(float) * setup->block_frames);
    self->converter =
        speex_resampler_init(2, 44100, 48000, SPEEX_RESAMPLER_QUALITY_DESKTOP, &error);
    if (self->converter == NULL) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    instance *self = context;
    uint32_t made = 0;
    while (made < self->setup.block_frames) {
        if (self->input_count == 0) {
            self->input_count = self->setup.block_frames;
            sori_stream_read(&self->source, self->input, self->input_count);
        }
        uint32_t first = self->setup.block_frames - self->input_count;
        spx_uint32_t used = self->input_count;
        spx_uint32_t count = self->setup.block_frames - made;
        speex_resampler_process_interleaved_float(
            self->converter, self->input + 2 * first, &used, output + 2 * made, &count);
        self->input_count -= used;
        made += count;
    }
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {"speexdsp 5", "1.2", make, render, free_instance};
    return &peer;
}
