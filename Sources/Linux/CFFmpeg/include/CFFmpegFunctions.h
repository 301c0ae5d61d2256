// The functions of FFmpeg that are used here, by library.
//
// F(name, count of its parameters, result without the library)
#pragma once

#define SORI_AVFORMAT_FUNCTIONS(F) \
    F(av_find_best_stream, 6, AVERROR(ENOSYS)) \
    F(av_find_input_format, 1, nullptr) \
    F(av_read_frame, 2, AVERROR(ENOSYS)) \
    F(av_seek_frame, 4, AVERROR(ENOSYS)) \
    F(avformat_alloc_context, 0, nullptr) \
    F(avformat_close_input, 1, ) \
    F(avformat_find_stream_info, 2, AVERROR(ENOSYS)) \
    F(avformat_free_context, 1, ) \
    F(avformat_open_input, 4, AVERROR(ENOSYS)) \
    F(avio_alloc_context, 7, nullptr) \
    F(avio_context_free, 1, )

#define SORI_AVCODEC_FUNCTIONS(F) \
    F(av_new_packet, 2, AVERROR(ENOSYS)) \
    F(av_packet_alloc, 0, nullptr) \
    F(av_packet_free, 1, ) \
    F(av_packet_unref, 1, ) \
    F(av_vorbis_parse_frame, 3, AVERROR(ENOSYS)) \
    F(av_vorbis_parse_free, 1, ) \
    F(av_vorbis_parse_init, 2, nullptr) \
    F(av_vorbis_parse_reset, 1, ) \
    F(avcodec_alloc_context3, 1, nullptr) \
    F(avcodec_default_get_buffer2, 3, AVERROR(ENOSYS)) \
    F(avcodec_find_decoder, 1, nullptr) \
    F(avcodec_find_decoder_by_name, 1, nullptr) \
    F(avcodec_find_encoder, 1, nullptr) \
    F(avcodec_find_encoder_by_name, 1, nullptr) \
    F(avcodec_flush_buffers, 1, ) \
    F(avcodec_free_context, 1, ) \
    F(avcodec_get_name, 1, "unknown") \
    F(avcodec_open2, 3, AVERROR(ENOSYS)) \
    F(avcodec_parameters_to_context, 2, AVERROR(ENOSYS)) \
    F(avcodec_receive_frame, 2, AVERROR(ENOSYS)) \
    F(avcodec_receive_packet, 2, AVERROR(ENOSYS)) \
    F(avcodec_send_frame, 2, AVERROR(ENOSYS)) \
    F(avcodec_send_packet, 2, AVERROR(ENOSYS))

#define SORI_AVUTIL_FUNCTIONS(F) \
    F(av_aes_alloc, 0, nullptr) \
    F(av_aes_crypt, 6, ) \
    F(av_aes_init, 4, AVERROR(ENOSYS)) \
    F(av_buffer_alloc, 1, nullptr) \
    F(av_buffer_is_writable, 1, 0) \
    F(av_buffer_ref, 1, nullptr) \
    F(av_buffer_unref, 1, ) \
    F(av_channel_layout_copy, 2, AVERROR(ENOSYS)) \
    F(av_channel_layout_default, 2, ) \
    F(av_channel_layout_from_mask, 2, AVERROR(ENOSYS)) \
    F(av_dict_get, 4, nullptr) \
    F(av_frame_alloc, 0, nullptr) \
    F(av_frame_free, 1, ) \
    F(av_frame_get_buffer, 2, AVERROR(ENOSYS)) \
    F(av_frame_unref, 1, ) \
    F(av_free, 1, ) \
    F(av_get_packed_sample_fmt, 1, AV_SAMPLE_FMT_NONE) \
    F(av_log_get_level, 0, AV_LOG_QUIET) \
    F(av_log_set_level, 1, ) \
    F(av_malloc, 1, nullptr) \
    F(av_mallocz, 1, nullptr) \
    F(av_max_alloc, 1, ) \
    F(av_opt_set_int, 4, AVERROR(ENOSYS)) \
    F(av_pix_fmt_desc_get, 1, nullptr) \
    F(av_sample_fmt_is_planar, 1, 0) \
    F(av_samples_fill_arrays, 7, AVERROR(ENOSYS)) \
    F(av_samples_get_buffer_size, 5, AVERROR(ENOSYS))
