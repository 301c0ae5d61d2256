#ifdef SORI_PIPEWIRE

#include "CameraInternal.h"

#include <errno.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>

// A frame's own time is believed when it is so many nanoseconds old at most.
static const int64_t age_max_nanoseconds = 1 * (int64_t)SPA_NSEC_PER_SEC;

void sori_pw_camera_end_stream(
    struct sori_pw_camera_stream *stream, bool is_disconnected, const char *text) {
    if (!stream->has_ended) {
        stream->has_ended = true;
        stream->on_end(stream->client_context, is_disconnected, text);
    }
}

// MARK: Frames

static uint32_t plane_count(sori_pw_pixels pixels) {
    switch (pixels) {
    case SORI_PW_PIXELS_NV12: return 2;
    case SORI_PW_PIXELS_I420: return 3;
    default: return 1;
    }
}

static uint32_t bytes_per_row(sori_pw_pixels pixels, uint32_t width) {
    switch (pixels) {
    case SORI_PW_PIXELS_RGB:
    case SORI_PW_PIXELS_BGR: return width * 3;
    case SORI_PW_PIXELS_NV12:
    case SORI_PW_PIXELS_I420: return width;
    case SORI_PW_PIXELS_YUY2: return (width + 1) / 2 * 4;
    case SORI_PW_PIXELS_MJPG: return 0;
    default: return width * 4;
    }
}

// The bytes of a whole frame.
static uint64_t frame_size(sori_pw_pixels pixels, uint64_t stride, uint64_t height) {
    uint64_t luma = stride * height, half = (height + 1) / 2;
    switch (pixels) {
    case SORI_PW_PIXELS_NV12: return luma + stride * half;
    case SORI_PW_PIXELS_I420: return luma + (stride + 1) / 2 * half * 2;
    default: return luma;
    }
}

// The bytes from a row to the next, for a block that does not say: rows may end at multiples of some
// number of bytes, and the size of the block tells of which.
static uint32_t find_stride(const sori_pw_camera_frame *frame, uint32_t size) {
    uint32_t usual = bytes_per_row(frame->pixels, frame->width);
    for (uint32_t alignment = 2; alignment <= 256; alignment *= 2) {
        uint32_t stride = (usual + alignment - 1) / alignment * alignment;
        if (frame_size(frame->pixels, stride, frame->height) == size) {
            return stride;
        }
    }
    return usual;
}

// The bytes of one of a buffer's blocks.
static sori_pw_camera_plane read_block(const struct spa_data *block) {
    sori_pw_camera_plane plane = {0};
    if (block->data == NULL || block->chunk == NULL) {
        return plane;
    }
    uint32_t offset = SPA_MIN(block->chunk->offset, block->maxsize);
    plane.data = SPA_PTROFF(block->data, offset, const uint8_t);
    plane.size = SPA_MIN(block->chunk->size, block->maxsize - offset);
    plane.stride = block->chunk->stride > 0 ? (uint32_t)block->chunk->stride : 0;
    return plane;
}

// Divides the only block into planes that follow each other.
static void divide(sori_pw_camera_frame *frame) {
    sori_pw_camera_plane rest = frame->planes[0];
    for (uint32_t index = 0; index < frame->plane_count; index++) {
        bool is_luma = index == 0;
        uint32_t rows = is_luma ? frame->height : (frame->height + 1) / 2;
        uint32_t stride = is_luma || frame->pixels == SORI_PW_PIXELS_NV12
            ? frame->planes[0].stride
            : (frame->planes[0].stride + 1) / 2;
        uint64_t wanted = (uint64_t)rows * stride;
        uint32_t size = (uint32_t)SPA_MIN(wanted, (uint64_t)rest.size);
        frame->planes[index] =
            (sori_pw_camera_plane){.data = rest.data, .size = size, .stride = stride};
        rest.data += size;
        rest.size -= size;
    }
}

static void read_planes(const struct spa_buffer *buffer, sori_pw_camera_frame *frame) {
    frame->plane_count = plane_count(frame->pixels);
    uint32_t given = SPA_MIN(buffer->n_datas, frame->plane_count);
    for (uint32_t index = 0; index < given; index++) {
        frame->planes[index] = read_block(&buffer->datas[index]);
    }
    uint32_t usual = bytes_per_row(frame->pixels, frame->width);
    if (given > 0 && frame->planes[0].stride == 0) {
        frame->planes[0].stride =
            given == 1 ? find_stride(frame, frame->planes[0].size) : usual;
    }
    if (given == 1 && frame->plane_count > 1 && frame->planes[0].data != NULL) {
        divide(frame);
    }
    for (uint32_t index = 1; index < frame->plane_count; index++) {
        if (frame->planes[index].stride == 0) {
            uint32_t half = (usual + 1) / 2;
            frame->planes[index].stride =
                frame->pixels == SORI_PW_PIXELS_NV12 ? half * 2 : half;
        }
    }
}

static int64_t frame_time(const struct spa_buffer *buffer) {
    int64_t now = sori_pw_monotonic_nanoseconds();
    const struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    if (header == NULL || header->pts <= now - age_max_nanoseconds || header->pts > now) {
        return now;
    }
    return header->pts;
}

static bool is_damaged(const struct spa_buffer *buffer) {
    const struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    if (header != NULL && (header->flags & SPA_META_HEADER_FLAG_CORRUPTED)) {
        return true;
    }
    const struct spa_chunk *chunk = buffer->n_datas > 0 ? buffer->datas[0].chunk : NULL;
    return chunk == NULL || chunk->size == 0 || (chunk->flags & SPA_CHUNK_FLAG_CORRUPTED);
}

static void on_process(void *data) {
    struct sori_pw_camera_stream *stream = data;
    struct pw_buffer *buffer;
    // Takes all buffers: one that is left would delay the stream permanently.
    while ((buffer = pw_stream_dequeue_buffer(stream->stream)) != NULL) {
        if (stream->has_format && !stream->has_ended && !is_damaged(buffer->buffer)) {
            sori_pw_camera_frame frame = stream->format;
            frame.nanoseconds = frame_time(buffer->buffer);
            read_planes(buffer->buffer, &frame);
            stream->on_frame(stream->client_context, &frame);
        }
        pw_stream_queue_buffer(stream->stream, buffer);
    }
}

// MARK: Formats

// The codings of raw frames, as a choice.
static void add_formats(struct spa_pod_builder *builder) {
    struct spa_pod_frame frame;
    spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
    spa_pod_builder_push_choice(builder, &frame, SPA_CHOICE_Enum, 0);
    // The preferred one is there twice.
    spa_pod_builder_id(builder, sori_pw_spa_format(0));
    for (uint32_t index = 0; index < SORI_PW_PIXELS_MJPG; index++) {
        spa_pod_builder_id(builder, sori_pw_spa_format((sori_pw_pixels)index));
    }
    spa_pod_builder_pop(builder, &frame);
}

static void begin_format(
    struct spa_pod_builder *builder, struct spa_pod_frame *frame, bool is_jpeg) {
    spa_pod_builder_push_object(builder, frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
}

// Exactly this format.
static const struct spa_pod *build_exact(
    struct spa_pod_builder *builder, const sori_pw_camera_format *format) {
    struct spa_pod_frame frame;
    bool is_jpeg = format->pixels == SORI_PW_PIXELS_MJPG;
    struct spa_rectangle size = SPA_RECTANGLE(format->width, format->height);
    begin_format(builder, &frame, is_jpeg);
    if (!is_jpeg) {
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(sori_pw_spa_format(format->pixels)), 0);
    }
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), 0);
    if (format->rate_numerator > 0) {
        struct spa_fraction rate =
            SPA_FRACTION(format->rate_numerator, format->rate_denominator);
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate), 0);
    }
    return spa_pod_builder_pop(builder, &frame);
}

// Any format that is understood, this size preferred.
static const struct spa_pod *build_any(
    struct spa_pod_builder *builder, const sori_pw_camera_format *format, bool is_jpeg) {
    struct spa_pod_frame frame;
    struct spa_rectangle size = SPA_RECTANGLE(format->width, format->height);
    struct spa_rectangle least = SPA_RECTANGLE(1, 1), most = SPA_RECTANGLE(8192, 8192);
    struct spa_fraction rate = SPA_FRACTION(30, 1), slowest = SPA_FRACTION(0, 1),
                        fastest = SPA_FRACTION(1000, 1);
    begin_format(builder, &frame, is_jpeg);
    if (!is_jpeg) {
        add_formats(builder);
    }
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&size, &least, &most),
        SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &slowest, &fastest), 0);
    return spa_pod_builder_pop(builder, &frame);
}

// Returns false for a format that is not understood.
static bool read_format(const struct spa_pod *param, sori_pw_camera_frame *frame) {
    uint32_t media_type, subtype;
    if (spa_format_parse(param, &media_type, &subtype) < 0
        || media_type != SPA_MEDIA_TYPE_video) {
        return false;
    }
    struct spa_rectangle size = {0};
    *frame = (sori_pw_camera_frame){0};
    uint32_t spa_format = SPA_VIDEO_FORMAT_ENCODED;
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) {
        struct spa_video_info_mjpg info = {0};
        if (spa_format_video_mjpg_parse(param, &info) < 0) {
            return false;
        }
        size = info.size;
    } else {
        struct spa_video_info_raw info = {0};
        if (spa_format_video_raw_parse(param, &info) < 0) {
            return false;
        }
        size = info.size;
        spa_format = info.format;
        frame->is_full_range = info.color_range == SPA_VIDEO_COLOR_RANGE_0_255;
        frame->matrix = info.color_matrix == SPA_VIDEO_COLOR_MATRIX_BT601 ? 1
            : info.color_matrix == SPA_VIDEO_COLOR_MATRIX_BT709           ? 2
                                                                          : 0;
    }
    frame->width = size.width;
    frame->height = size.height;
    return size.width > 0 && size.height > 0 && size.width <= 8192 && size.height <= 8192
        && sori_pw_find_pixels(subtype, spa_format, &frame->pixels);
}

static void on_param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    struct sori_pw_camera_stream *stream = data;
    if (id != SPA_PARAM_Format) {
        return;
    }
    stream->has_format = param != NULL && read_format(param, &stream->format);
    if (param == NULL) {
        return;
    }
    if (!stream->has_format) {
        sori_pw_camera_end_stream(stream, false, "the camera chose an unknown format");
        return;
    }
    uint8_t storage[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    int types = 1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd | 1 << SPA_DATA_DmaBuf;
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_dataType,
            SPA_POD_CHOICE_FLAGS_Int(types)),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
            SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
            SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(stream->stream, params, SPA_N_ELEMENTS(params));
}

static void on_state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)old;
    if (state == PW_STREAM_STATE_ERROR) {
        sori_pw_camera_end_stream(data, false, error);
    }
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
    .process = on_process,
};

// MARK: Opening

// Returns 0 or an errno value.
static int connect_stream(
    struct sori_pw_camera_stream *stream, const struct camera *camera, const char *media_name,
    const sori_pw_camera_format *format) {
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera",
        PW_KEY_MEDIA_NAME, media_name, PW_KEY_TARGET_OBJECT, camera->target,
        PW_KEY_NODE_DONT_RECONNECT, "true", NULL);
    stream->stream = pw_stream_new(stream->owner->core, media_name, properties);
    if (stream->stream == NULL) {
        return errno == 0 ? ENOMEM : errno;
    }
    pw_stream_add_listener(stream->stream, &stream->listener, &stream_events, stream);
    uint8_t storage[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *formats[] = {
        build_exact(&builder, format),
        build_any(&builder, format, format->pixels == SORI_PW_PIXELS_MJPG),
        build_any(&builder, format, format->pixels != SORI_PW_PIXELS_MJPG),
    };
    // The frames are taken on the connection's thread: copying one is too long for the other.
    int result = pw_stream_connect(
        stream->stream, PW_DIRECTION_INPUT, PW_ID_ANY,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, formats,
        SPA_N_ELEMENTS(formats));
    return result < 0 ? -result : 0;
}

sori_pw_camera_stream *sori_pw_camera_open(
    sori_pw_cameras *cameras, uint32_t id, const char *media_name,
    const sori_pw_camera_format *format, sori_pw_camera_frame_fn on_frame,
    sori_pw_camera_end_fn on_end, void *context, int32_t *error) {
    struct sori_pw_camera_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    stream->owner = cameras;
    stream->camera_id = id;
    stream->on_frame = on_frame;
    stream->on_end = on_end;
    stream->client_context = context;
    pw_thread_loop_lock(cameras->thread);
    spa_list_append(&cameras->streams, &stream->list);
    struct camera *camera = sori_pw_find_camera(cameras, id);
    *error = camera == NULL || cameras->is_lost
        ? ENODEV
        : connect_stream(stream, camera, media_name, format);
    pw_thread_loop_unlock(cameras->thread);
    if (*error != 0) {
        sori_pw_camera_close(stream);
        return NULL;
    }
    return stream;
}

void sori_pw_camera_close(sori_pw_camera_stream *stream) {
    struct pw_thread_loop *thread = stream->owner->thread;
    pw_thread_loop_lock(thread);
    // What the end of the stream itself reports is no news.
    stream->has_ended = true;
    spa_list_remove(&stream->list);
    if (stream->stream != NULL) {
        pw_stream_destroy(stream->stream);
    }
    pw_thread_loop_unlock(thread);
    free(stream);
}

#endif
