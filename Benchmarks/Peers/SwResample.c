// FFmpeg's libswresample with its default filter.
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

#include "StreamConverter.h"

static void free_instance(void *context) {
    sori_stream_converter *self = context;
    SwrContext *converter = self->converter;
    swr_free(&converter);
    sori_stream_free(self);
}

static void *make(const sori_peer_setup *setup) {
    sori_stream_converter *self = sori_stream_make(setup);
    if (self == NULL) {
        return NULL;
    }
    AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
    SwrContext *converter = NULL;
    int error = swr_alloc_set_opts2(
        &converter, &stereo, AV_SAMPLE_FMT_FLT, 48000, &stereo, AV_SAMPLE_FMT_FLT, 44100, 0, NULL);
    self->converter = converter;
    if (error < 0 || swr_init(converter) < 0) {
        free_instance(self);
        return NULL;
    }
    return self;
}

static void render(void *context, float *output) {
    sori_stream_converter *self = context;
    uint32_t made = 0;
    while (made < self->setup.block_frames) {
        uint8_t *target = (uint8_t *)(output + 2 * made);
        int wanted = (int)(self->setup.block_frames - made);
        int count = swr_convert(self->converter, &target, wanted, NULL, 0);
        if (count <= 0) {
            sori_stream_read(self, self->setup.block_frames);
            const uint8_t *input = (const uint8_t *)self->input;
            count = swr_convert(
                self->converter, &target, wanted, &input, (int)self->input_count);
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
