// The SoX resampler library at its high quality.
#include <soxr.h>

#include "StreamConverter.h"

#include <stdlib.h>

typedef struct instance {
    sori_peer_setup setup;
    sori_stream_source source;
    soxr_t converter;
    float *input;
} instance;

static void free_instance(void *context) {
    instance *self = context;
    soxr_delete(self->converter);
    free(self->input);
    free(self);
}

static size_t read_input(void *context, soxr_in_t *data, size_t wanted) {
    instance *self = context;
    size_t count = wanted < self->setup.block_frames ? wanted : self->setup.block_frames;
    sori_stream_read(&self->source, self->input, (uint32_t)count);
    *data = self->input;
    return count;
}

static void *make(const sori_peer_setup *setup) {
    if (setup->work != SORI_PEER_STREAM) {
        return NULL;
    }
    instance *self = calloc(1, sizeof *self);
    self->setup = *setup;
    self->source = (sori_stream_source){setup->source, setup->source_frames, 0};
    self->input = malloc(2 * sizeof(float) * setup->block_frames);
    soxr_error_t error = NULL;
    soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
    self->converter = soxr_create(44100, 48000, 2, &error, NULL, &quality, NULL);
    if (error == NULL) {
        error = soxr_set_input_fn(self->converter, read_input, self, setup->block_frames);
    }
    if (error != NULL) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    instance *self = context;
    soxr_output(self->converter, output, self->setup.block_frames);
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {"soxr HQ", SOXR_THIS_VERSION_STR, make, render, free_instance};
    return &peer;
}
