#ifdef SORI_PIPEWIRE

#include "CTestCamera.h"

#include <pipewire/pipewire.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <spa/param/video/type-info.h>
#include <spa/pod/builder.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

struct test_camera {
    struct pw_thread_loop *thread;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_stream *stream;
    struct spa_hook listener;
    struct spa_source *timer;
    test_camera_format formats[TEST_CAMERA_FORMATS_MAX];
    char names[TEST_CAMERA_FORMATS_MAX][16];
    uint32_t format_count;
    // The format that was agreed on.
    uint32_t format;
    atomic_uint count;
    atomic_int_fast64_t times[TEST_CAMERA_TIMES_MAX];
    test_camera_draw_fn draw;
    void *draw_context;
};

static uint32_t spa_format_named(const char *name) {
    if (spa_streq(name, "MJPG")) {
        return SPA_VIDEO_FORMAT_ENCODED;
    }
    for (const struct spa_type_info *info = spa_type_video_format; info->name != NULL; info++) {
        const char *end = strrchr(info->name, ':');
        if (end != NULL && spa_streq(end + 1, name)) {
            return info->type;
        }
    }
    return SPA_VIDEO_FORMAT_UNKNOWN;
}

static void on_process(void *data) {
    struct test_camera *camera = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(camera->stream);
    if (buffer == NULL) {
        return;
    }
    struct spa_data *block = &buffer->buffer->datas[0];
    uint32_t number = atomic_fetch_add(&camera->count, 1);
    if (block->data != NULL) {
        block->chunk->size =
            camera->draw(camera->draw_context, number, camera->format, block->data, block->maxsize);
    }
    block->chunk->offset = 0;
    block->chunk->stride = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t time = SPA_TIMESPEC_TO_NSEC(&now);
    atomic_store(&camera->times[number % TEST_CAMERA_TIMES_MAX], time);
    struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (header != NULL) {
        *header = (struct spa_meta_header){.pts = time, .seq = number};
    }
    pw_stream_queue_buffer(camera->stream, buffer);
}

static void on_timer(void *data, uint64_t expirations) {
    (void)expirations;
    struct test_camera *camera = data;
    pw_stream_trigger_process(camera->stream);
}

static void on_state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)old, (void)error;
    struct test_camera *camera = data;
    struct timespec none = {0};
    struct timespec interval = {
        .tv_nsec = (long)SPA_NSEC_PER_SEC / camera->formats[camera->format].rate};
    bool is_running = state == PW_STREAM_STATE_STREAMING;
    pw_loop_update_timer(
        pw_thread_loop_get_loop(camera->thread), camera->timer, is_running ? &interval : &none,
        is_running ? &interval : &none, false);
}

// Finds the format that was agreed on.
static void on_param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    struct test_camera *camera = data;
    if (id != SPA_PARAM_Format || param == NULL) {
        return;
    }
    uint32_t type, subtype;
    spa_format_parse(param, &type, &subtype);
    struct spa_video_info_raw raw = {.format = SPA_VIDEO_FORMAT_ENCODED};
    struct spa_video_info_mjpg jpeg = {0};
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) {
        spa_format_video_mjpg_parse(param, &jpeg);
        raw.size = jpeg.size;
    } else {
        spa_format_video_raw_parse(param, &raw);
    }
    for (uint32_t index = 0; index < camera->format_count; index++) {
        const test_camera_format *format = &camera->formats[index];
        if (spa_format_named(format->name) == raw.format && format->width == raw.size.width
            && format->height == raw.size.height) {
            camera->format = index;
        }
    }
    const test_camera_format *format = &camera->formats[camera->format];
    int size = (int)(format->width * format->height * 4);
    uint8_t storage[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(4, 2, 8), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_Int(size), SPA_PARAM_BUFFERS_dataType,
            SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd)),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
            SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
            SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(camera->stream, params, SPA_N_ELEMENTS(params));
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
    .process = on_process,
};

static const struct spa_pod *build_format(
    struct spa_pod_builder *builder, const test_camera_format *format) {
    struct spa_pod_frame frame;
    uint32_t spa_format = spa_format_named(format->name);
    bool is_jpeg = spa_format == SPA_VIDEO_FORMAT_ENCODED;
    struct spa_rectangle size = SPA_RECTANGLE(format->width, format->height);
    struct spa_fraction rate = SPA_FRACTION(format->rate, 1);
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
    if (!is_jpeg) {
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(spa_format), 0);
    }
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate,
        SPA_POD_Fraction(&rate), 0);
    return spa_pod_builder_pop(builder, &frame);
}

// With the thread loop locked.
static bool add_node(
    struct test_camera *camera, const char *remote, const char *name, const char *description) {
    camera->core = pw_context_connect(
        camera->context, pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL), 0);
    if (camera->core == NULL) {
        return false;
    }
    camera->stream = pw_stream_new(
        camera->core, description,
        pw_properties_new(
            PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME,
            name, PW_KEY_NODE_DESCRIPTION, description, NULL));
    if (camera->stream == NULL) {
        return false;
    }
    pw_stream_add_listener(camera->stream, &camera->listener, &stream_events, camera);
    uint8_t storage[4096];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *params[TEST_CAMERA_FORMATS_MAX];
    for (uint32_t index = 0; index < camera->format_count; index++) {
        params[index] = build_format(&builder, &camera->formats[index]);
    }
    return pw_stream_connect(
               camera->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
               PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, params, camera->format_count)
        == 0;
}

test_camera *test_camera_start(
    const char *remote, const char *name, const char *description,
    const test_camera_format *formats, uint32_t format_count, test_camera_draw_fn draw,
    void *context) {
    pw_init(NULL, NULL);
    struct test_camera *camera = calloc(1, sizeof *camera);
    camera->draw = draw;
    camera->draw_context = context;
    camera->format_count = SPA_MIN(format_count, (uint32_t)TEST_CAMERA_FORMATS_MAX);
    for (uint32_t index = 0; index < camera->format_count; index++) {
        camera->formats[index] = formats[index];
        snprintf(camera->names[index], sizeof camera->names[index], "%s", formats[index].name);
        camera->formats[index].name = camera->names[index];
    }
    camera->thread = pw_thread_loop_new("test-camera", NULL);
    struct pw_loop *loop = pw_thread_loop_get_loop(camera->thread);
    camera->timer = pw_loop_add_timer(loop, on_timer, camera);
    camera->context = pw_context_new(loop, NULL, 0);
    pw_thread_loop_start(camera->thread);
    pw_thread_loop_lock(camera->thread);
    bool is_there = camera->context != NULL && add_node(camera, remote, name, description);
    pw_thread_loop_unlock(camera->thread);
    if (!is_there) {
        test_camera_stop(camera);
        return NULL;
    }
    return camera;
}

uint32_t test_camera_count(test_camera *camera) {
    return atomic_load(&camera->count);
}

int64_t test_camera_time(test_camera *camera, uint32_t number) {
    uint32_t count = atomic_load(&camera->count);
    bool is_known = number < count && count - number <= TEST_CAMERA_TIMES_MAX;
    return is_known ? atomic_load(&camera->times[number % TEST_CAMERA_TIMES_MAX]) : 0;
}

void test_camera_stop(test_camera *camera) {
    pw_thread_loop_stop(camera->thread);
    if (camera->stream != NULL) {
        pw_stream_destroy(camera->stream);
    }
    if (camera->core != NULL) {
        pw_core_disconnect(camera->core);
    }
    if (camera->context != NULL) {
        pw_context_destroy(camera->context);
    }
    pw_loop_destroy_source(pw_thread_loop_get_loop(camera->thread), camera->timer);
    pw_thread_loop_destroy(camera->thread);
    free(camera);
}

#endif
