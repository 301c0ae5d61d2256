// The functions of FFmpeg that are used here, by library.
//
// F(result, result without the library, name, parameters, arguments)
#pragma once

#define SORI_AVFORMAT_FUNCTIONS(F) \
    F( \
        int, AVERROR(ENOSYS), av_find_best_stream, (AVFormatContext *ic, enum AVMediaType type, \
        int wanted_stream_nb, int related_stream, const AVCodec **decoder_ret, int flags), (ic, \
        type, wanted_stream_nb, related_stream, decoder_ret, flags)) \
    F(const AVInputFormat *, NULL, av_find_input_format, (const char *short_name), (short_name)) \
    F(int, AVERROR(ENOSYS), av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt)) \
    F( \
        int, AVERROR(ENOSYS), av_seek_frame, (AVFormatContext *s, int stream_index, \
        int64_t timestamp, int flags), (s, stream_index, timestamp, flags)) \
    F(AVFormatContext *, NULL, avformat_alloc_context, (void), ()) \
    F(void, , avformat_close_input, (AVFormatContext **s), (s)) \
    F( \
        int, AVERROR(ENOSYS), avformat_find_stream_info, (AVFormatContext *ic, \
        AVDictionary **options), (ic, options)) \
    F(void, , avformat_free_context, (AVFormatContext *s), (s)) \
    F( \
        int, AVERROR(ENOSYS), avformat_open_input, (AVFormatContext **ps, const char *url, \
        const AVInputFormat *fmt, AVDictionary **options), (ps, url, fmt, options)) \
    F( \
        AVIOContext *, NULL, avio_alloc_context, (unsigned char *buffer, int buffer_size, \
        int write_flag, void *opaque, int (*read_packet)(void *opaque, uint8_t *buf, \
        int buf_size), int (*write_packet)(void *opaque, uint8_t *buf, int buf_size), \
        int64_t (*seek)(void *opaque, int64_t offset, int whence)), (buffer, buffer_size, \
        write_flag, opaque, read_packet, write_packet, seek)) \
    F(void, , avio_context_free, (AVIOContext **s), (s))

#define SORI_AVCODEC_FUNCTIONS(F) \
    F(int, AVERROR(ENOSYS), av_new_packet, (AVPacket *pkt, int size), (pkt, size)) \
    F(AVPacket *, NULL, av_packet_alloc, (void), ()) \
    F(void, , av_packet_free, (AVPacket **pkt), (pkt)) \
    F(void, , av_packet_unref, (AVPacket *pkt), (pkt)) \
    F( \
        int, AVERROR(ENOSYS), av_vorbis_parse_frame, (AVVorbisParseContext *s, \
        const uint8_t *buf, int buf_size), (s, buf, buf_size)) \
    F(void, , av_vorbis_parse_free, (AVVorbisParseContext **s), (s)) \
    F( \
        AVVorbisParseContext *, NULL, av_vorbis_parse_init, (const uint8_t *extradata, \
        int extradata_size), (extradata, extradata_size)) \
    F(void, , av_vorbis_parse_reset, (AVVorbisParseContext *s), (s)) \
    F(AVCodecContext *, NULL, avcodec_alloc_context3, (const AVCodec *codec), (codec)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_default_get_buffer2, (AVCodecContext *s, AVFrame *frame, \
        int flags), (s, frame, flags)) \
    F(const AVCodec *, NULL, avcodec_find_decoder, (enum AVCodecID id), (id)) \
    F(const AVCodec *, NULL, avcodec_find_decoder_by_name, (const char *name), (name)) \
    F(const AVCodec *, NULL, avcodec_find_encoder, (enum AVCodecID id), (id)) \
    F(const AVCodec *, NULL, avcodec_find_encoder_by_name, (const char *name), (name)) \
    F(void, , avcodec_flush_buffers, (AVCodecContext *avctx), (avctx)) \
    F(void, , avcodec_free_context, (AVCodecContext **avctx), (avctx)) \
    F(const char *, "unknown", avcodec_get_name, (enum AVCodecID id), (id)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_open2, (AVCodecContext *avctx, const AVCodec *codec, \
        AVDictionary **options), (avctx, codec, options)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_parameters_to_context, (AVCodecContext *codec, \
        const AVCodecParameters *par), (codec, par)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), \
        (avctx, frame)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_receive_packet, (AVCodecContext *avctx, AVPacket *avpkt), \
        (avctx, avpkt)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_send_frame, (AVCodecContext *avctx, const AVFrame *frame), \
        (avctx, frame)) \
    F( \
        int, AVERROR(ENOSYS), avcodec_send_packet, (AVCodecContext *avctx, \
        const AVPacket *avpkt), (avctx, avpkt))

#define SORI_AVUTIL_FUNCTIONS(F) \
    F(AVBufferRef *, NULL, av_buffer_alloc, (size_t size), (size)) \
    F(int, 0, av_buffer_is_writable, (const AVBufferRef *buf), (buf)) \
    F(AVBufferRef *, NULL, av_buffer_ref, (const AVBufferRef *buf), (buf)) \
    F(void, , av_buffer_unref, (AVBufferRef **buf), (buf)) \
    F( \
        int, AVERROR(ENOSYS), av_channel_layout_copy, (AVChannelLayout *dst, \
        const AVChannelLayout *src), (dst, src)) \
    F( \
        void, , av_channel_layout_default, (AVChannelLayout *ch_layout, int nb_channels), \
        (ch_layout, nb_channels)) \
    F( \
        int, AVERROR(ENOSYS), av_channel_layout_from_mask, (AVChannelLayout *channel_layout, \
        uint64_t mask), (channel_layout, mask)) \
    F( \
        AVDictionaryEntry *, NULL, av_dict_get, (const AVDictionary *m, const char *key, \
        const AVDictionaryEntry *prev, int flags), (m, key, prev, flags)) \
    F(AVFrame *, NULL, av_frame_alloc, (void), ()) \
    F(void, , av_frame_free, (AVFrame **frame), (frame)) \
    F(int, AVERROR(ENOSYS), av_frame_get_buffer, (AVFrame *frame, int align), (frame, align)) \
    F(void, , av_frame_unref, (AVFrame *frame), (frame)) \
    F(void, , av_free, (void *ptr), (ptr)) \
    F( \
        enum AVSampleFormat, AV_SAMPLE_FMT_NONE, av_get_packed_sample_fmt, \
        (enum AVSampleFormat sample_fmt), (sample_fmt)) \
    F(int, AV_LOG_QUIET, av_log_get_level, (void), ()) \
    F(void, , av_log_set_level, (int level), (level)) \
    F(void *, NULL, av_malloc, (size_t size), (size)) \
    F(void *, NULL, av_mallocz, (size_t size), (size)) \
    F(void, , av_max_alloc, (size_t max), (max)) \
    F( \
        int, AVERROR(ENOSYS), av_opt_set_int, (void *obj, const char *name, int64_t val, \
        int search_flags), (obj, name, val, search_flags)) \
    F( \
        const AVPixFmtDescriptor *, NULL, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt), \
        (pix_fmt)) \
    F(int, 0, av_sample_fmt_is_planar, (enum AVSampleFormat sample_fmt), (sample_fmt)) \
    F( \
        int, AVERROR(ENOSYS), av_samples_fill_arrays, (uint8_t **audio_data, int *linesize, \
        const uint8_t *buf, int nb_channels, int nb_samples, enum AVSampleFormat sample_fmt, \
        int align), (audio_data, linesize, buf, nb_channels, nb_samples, sample_fmt, align)) \
    F( \
        int, AVERROR(ENOSYS), av_samples_get_buffer_size, (int *linesize, int nb_channels, \
        int nb_samples, enum AVSampleFormat sample_fmt, int align), (linesize, nb_channels, \
        nb_samples, sample_fmt, align))
