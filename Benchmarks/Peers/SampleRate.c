// libsamplerate at its medium quality.
#include <samplerate.h>

#include "StreamConverter.h"

#include <stdlib.h>

typedef struct instance {
    sori_peer_setup setup;
    sori_stream_source source;
    SRC_STATE *converter;
    float *input;
} instance;

static long read_input(void *context, float **data) {
    instance *self = context;
    sori_stream_read(&self->source, self->input, self->setup.block_frames);
    *data = self->input;
    return self->setup.block_frames;
}

static void free_instance(void *context) {
    instance *self = context;
    src_delete(self->converter);
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
    self->converter = src_callback_new(read_input, SRC_SINC_MEDIUM_QUALITY, 2, &error, self);
    if (self->converter == NULL) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    instance *self = context;
    src_callback_read(
        self->converter, 48000.0 / 44100.0, self->setup.block_frames, output);
}

const sori_peer *sori_peer_get(void) {
    static sori_peer peer = {"libsamplerate medium", NULL, make, render, free_instance};
    peer.version = src_get_version();
    return &peer;
}
