// FFmpeg's libswresample with its default filter.
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

#include "StreamConverter.h"

#include <stdlib.h>

typedef struct instance {
    sori_peer_setup setup;
    sori_stream_source source;
    struct SwrContext *converter;
    float *input;
    uint32_t input_frames;
} instance;

static void free_instance(void *context) {
    instance *self = context;
    swr_free(&self->converter);
    free(self->input);
    free(self);
}

static void *make(const sori_peer_setup *setup) {
    if (setup->work != SORI_PEER_STREAM) {
        return NULL;
    }
    instance *self = calloc(1, sizeof *self);
    self->setup = *setup;
    self->source = (sori_stream_source){setup->source, setup->source_frames, 0};
    self->input_frames = setup->block_frames;
    self->input = malloc(2 * sizeof(float) * self->input_frames);
    AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
    if (swr_alloc_set_opts2(
            &self->converter, &stereo, AV_SAMPLE_FMT_FLT, 48000, &stereo, AV_SAMPLE_FMT_FLT, 44100,
            0, NULL) < 0
        || swr_init(self->converter) < 0) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    instance *self = context;
    uint32_t made = 0;
    while (made < self->setup.block_frames) {
        uint8_t *target = (uint8_t *)(output + 2 * made);
        int wanted = (int)(self->setup.block_frames - made);
        int count = swr_convert(self->converter, &target, wanted, NULL, 0);
        if (count <= 0) {
            sori_stream_read(&self->source, self->input, self->input_frames);
            const uint8_t *input = (const uint8_t *)self->input;
            count = swr_convert(
                self->converter, &target, wanted, &input, (int)self->input_frames);
        }
        if (count < 0) {
            return;
        }
        made += (uint32_t)count;
    }
}

const sori_peer *sori_peer_get(void) {
    static const sori_peer peer = {
        "libswresample", AV_STRINGIFY(LIBSWRESAMPLE_VERSION), make, render, free_instance};
    return &peer;
}
