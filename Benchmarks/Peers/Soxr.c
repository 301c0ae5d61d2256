// The SoX resampler library at its high quality.
#include <soxr.h>

#include "StreamConverter.h"

static void free_instance(void *context) {
    sori_stream_converter *self = context;
    soxr_delete(self->converter);
    sori_stream_free(self);
}

static size_t read_input(void *context, soxr_in_t *data, size_t wanted) {
    sori_stream_converter *self = context;
    size_t count = wanted < self->setup.block_frames ? wanted : self->setup.block_frames;
    sori_stream_read(self, (uint32_t)count);
    *data = self->input;
    return count;
}

static void *make(const sori_peer_setup *setup) {
    sori_stream_converter *self = sori_stream_make(setup);
    if (self == NULL) {
        return NULL;
    }
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
    sori_stream_converter *self = context;
    soxr_output(self->converter, output, self->setup.block_frames);
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {"soxr HQ", SOXR_THIS_VERSION_STR, make, render, free_instance};
    return &peer;
}
