// The resampler of speexdsp at its desktop quality.
#include <speex/speex_resampler.h>

#include "StreamConverter.h"

static void free_instance(void *context) {
    sori_stream_converter *self = context;
    speex_resampler_destroy(self->converter);
    sori_stream_free(self);
}

static void *make(const sori_peer_setup *setup) {
    sori_stream_converter *self = sori_stream_make(setup);
    if (self == NULL) {
        return NULL;
    }
    int error = 0;
    self->converter =
        speex_resampler_init(2, 44100, 48000, SPEEX_RESAMPLER_QUALITY_DESKTOP, &error);
    if (self->converter == NULL) {
        sori_stream_free(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    sori_stream_converter *self = context;
    uint32_t made = 0;
    while (made < self->setup.block_frames) {
        if (self->input_count == 0) {
            sori_stream_read(self, self->setup.block_frames);
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
