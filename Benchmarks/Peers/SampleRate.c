// libsamplerate at its medium quality.
#include <samplerate.h>

#include "StreamConverter.h"

static long read_input(void *context, float **data) {
    sori_stream_converter *self = context;
    sori_stream_read(self, self->setup.block_frames);
    *data = self->input;
    return self->setup.block_frames;
}

static void free_instance(void *context) {
    sori_stream_converter *self = context;
    src_delete(self->converter);
    sori_stream_free(self);
}

static void *make(const sori_peer_setup *setup) {
    sori_stream_converter *self = sori_stream_make(setup);
    if (self == NULL) {
        return NULL;
    }
    int error = 0;
    self->converter = src_callback_new(read_input, SRC_SINC_MEDIUM_QUALITY, 2, &error, self);
    if (self->converter == NULL) {
        sori_stream_free(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    sori_stream_converter *self = context;
    src_callback_read(
        self->converter, 48000.0 / 44100.0, self->setup.block_frames, output);
}

const sori_peer *sori_peer_get(void) {
    static sori_peer peer = {"libsamplerate medium", NULL, make, render, free_instance};
    peer.version = src_get_version();
    return &peer;
}
