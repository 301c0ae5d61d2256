#ifdef SORI_PIPEWIRE

#include "Internal.h"

#include <errno.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/props.h>
#include <time.h>

enum { CHANNELS_MAX = 2 };

// The number of cycles in which the server takes over another block size.
enum { FORMER_CYCLES = 4 };

// How long a foreign volume is reset, in nanoseconds of rendered sound. The session manager
// restores its stored volume while the stream is set up; a later change is made by the user.
static const uint64_t volume_guard_nanoseconds = 500 * SPA_NSEC_PER_MSEC;

// MARK: Real-time thread

int64_t sori_pw_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return SPA_TIMESPEC_TO_NSEC(&now);
}

static void count_cycle(struct sori_pw_connection *connection) {
    atomic_fetch_add(&connection->cycle_count, 1);
    atomic_store(&connection->last_cycle_nanoseconds, sori_pw_monotonic_nanoseconds());
    const struct spa_io_position *position = atomic_load(&connection->position);
    if (position == NULL || position->clock.rate.denom == 0) {
        return;
    }
    const struct spa_io_clock *clock = &position->clock;
    bool is_first = atomic_exchange(&connection->forgets_position, false);
    // Positions of different peers' clocks cannot be compared.
    if (!is_first && clock->id == connection->clock_id
        && clock->position != connection->expected_position) {
        atomic_fetch_add(&connection->missed_cycle_count, 1);
    }
    connection->clock_id = clock->id;
    connection->expected_position = clock->position + clock->duration;
    atomic_store(
        &connection->cycle_nanoseconds,
        clock->duration * clock->rate.num * SPA_NSEC_PER_SEC / clock->rate.denom);
    uint32_t former = (uint32_t)atomic_load(&connection->former_cycles);
    if (former > 0) {
        atomic_store(&connection->former_cycles, former - 1);
    } else {
        // At another rate than the stream's, blocks differ by a frame: the longer one counts.
        uint64_t scaled = clock->duration * clock->rate.num * connection->sample_rate;
        uint64_t rest = scaled % clock->rate.denom;
        uint64_t frames = scaled / clock->rate.denom + (rest > 0 ? 1 : 0);
        atomic_store(&connection->has_unequal_blocks, rest > 0);
        atomic_store(&connection->cycle_frames, (uint32_t)frames);
    }
}

static void note_delay(struct sori_pw_connection *connection) {
    struct pw_time time;
    if (pw_stream_get_time_n(connection->stream, &time, sizeof time) == 0
        && time.rate.denom != 0) {
        atomic_store(
            &connection->delay_nanoseconds,
            time.delay * (int64_t)time.rate.num * (int64_t)SPA_NSEC_PER_SEC
                / (int64_t)time.rate.denom);
    }
}

static void signal_bypassed_cycle_once(struct sori_pw_connection *connection) {
    if (!atomic_exchange(&connection->has_signalled_bypassed_cycle, true)) {
        sori_pw_signal(connection, SIGNAL_BYPASSED_CYCLE);
    }
}

static void on_playback(void *data) {
    struct sori_pw_connection *connection = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(connection->stream);
    if (buffer == NULL) {
        return;
    }
    struct spa_data *plane = &buffer->buffer->datas[0];
    uint32_t stride = connection->channel_count * (uint32_t)sizeof(float);
    uint32_t frame_count = 0;
    if (plane->data != NULL) {
        uint64_t wanted = buffer->requested > 0 ? buffer->requested : connection->block_frames;
        frame_count = (uint32_t)SPA_MIN(wanted, plane->maxsize / stride);
        count_cycle(connection);
        note_delay(connection);
        if (!atomic_load(&connection->is_bypassed)) {
            if (connection->render(connection->client_context, plane->data, frame_count)) {
                sori_pw_signal(connection, SIGNAL_SERVICE);
            }
        } else {
            memset(plane->data, 0, (size_t)frame_count * stride);
            signal_bypassed_cycle_once(connection);
        }
    }
    plane->chunk->offset = 0;
    plane->chunk->stride = (int32_t)stride;
    plane->chunk->size = frame_count * stride;
    buffer->size = frame_count;
    pw_stream_queue_buffer(connection->stream, buffer);
}

// The capture time of a block's first frame: a block ends where its cycle begins, also that of a
// sink's monitor, which gets what the sink has played in the cycle before.
static int64_t capture_nanoseconds(struct sori_pw_connection *connection, uint32_t frame_count) {
    const struct spa_io_position *position = atomic_load(&connection->position);
    int64_t end = position != NULL && position->clock.nsec > 0
        ? (int64_t)position->clock.nsec
        : sori_pw_monotonic_nanoseconds();
    return end - (int64_t)frame_count * (int64_t)SPA_NSEC_PER_SEC / connection->sample_rate;
}

static void capture_block(struct sori_pw_connection *connection, const struct spa_data *plane) {
    uint32_t stride = connection->channel_count * (uint32_t)sizeof(float);
    uint32_t offset = SPA_MIN(plane->chunk->offset, plane->maxsize);
    uint32_t frame_count = SPA_MIN(plane->chunk->size, plane->maxsize - offset) / stride;
    if (plane->data == NULL || frame_count == 0 || !atomic_load(&connection->has_peer)) {
        return;
    }
    count_cycle(connection);
    if (atomic_load(&connection->is_bypassed)) {
        signal_bypassed_cycle_once(connection);
        return;
    }
    const float *input = SPA_PTROFF(plane->data, offset, const float);
    int64_t nanoseconds = capture_nanoseconds(connection, frame_count);
    if (connection->capture(connection->client_context, input, frame_count, nanoseconds)) {
        sori_pw_signal(connection, SIGNAL_SERVICE);
    }
}

static void on_capture(void *data) {
    struct sori_pw_connection *connection = data;
    struct pw_buffer *buffer;
    // Takes all buffers: one that is left would delay the stream permanently.
    while ((buffer = pw_stream_dequeue_buffer(connection->stream)) != NULL) {
        capture_block(connection, &buffer->buffer->datas[0]);
        pw_stream_queue_buffer(connection->stream, buffer);
    }
}

static int do_nothing(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size,
    void *user_data) {
    (void)loop, (void)async, (void)sequence, (void)data, (void)size, (void)user_data;
    return 0;
}

void sori_pw_await_render_thread(struct sori_pw_connection *connection) {
    pw_data_loop_invoke(
        pw_context_get_data_loop(connection->context), do_nothing, 0, NULL, 0, true, NULL);
}

// MARK: Connection's thread

void sori_pw_set_full_volume(struct sori_pw_connection *connection) {
    if (connection->stream == NULL) {
        return;
    }
    float not_muted = 0;
    float ones[CHANNELS_MAX] = {1, 1};
    pw_stream_set_control(
        connection->stream, SPA_PROP_mute, 1, &not_muted, SPA_PROP_volume, 1, ones,
        SPA_PROP_channelVolumes, connection->channel_count, ones, 0);
}

static void on_control_info(void *data, uint32_t id, const struct pw_stream_control *control) {
    struct sori_pw_connection *connection = data;
    uint64_t rendered_nanoseconds =
        atomic_load(&connection->cycle_count) * atomic_load(&connection->cycle_nanoseconds);
    if (rendered_nanoseconds > volume_guard_nanoseconds) {
        return;
    }
    float expected;
    switch (id) {
    case SPA_PROP_volume:
    case SPA_PROP_channelVolumes:
        expected = 1;
        break;
    case SPA_PROP_mute:
        expected = 0;
        break;
    default:
        return;
    }
    for (uint32_t index = 0; index < control->n_values; index++) {
        if (control->values[index] != expected) {
            // Deferred: the library is iterating over a list that this would change.
            sori_pw_signal(connection, SIGNAL_VOLUME);
            return;
        }
    }
}

static void on_state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)old;
    struct sori_pw_connection *connection = data;
    if (state == PW_STREAM_STATE_ERROR) {
        sori_pw_emit(connection, SORI_PW_EVENT_STREAM_FAILED, error, NULL);
    }
    // The clock runs while a stream is paused, which is not a missed cycle.
    atomic_store(&connection->forgets_position, true);
}

static void on_io_changed(void *data, uint32_t id, void *area, uint32_t size) {
    struct sori_pw_connection *connection = data;
    if (id != SPA_IO_Position) {
        return;
    }
    bool is_whole = area != NULL && size >= sizeof(struct spa_io_position);
    atomic_store(&connection->forgets_position, true);
    atomic_store(&connection->position, is_whole ? area : NULL);
    // The old area is unmapped after the return.
    sori_pw_await_render_thread(connection);
}

static const struct pw_stream_events playback_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .control_info = on_control_info,
    .io_changed = on_io_changed,
    .process = on_playback,
};

static const struct pw_stream_events capture_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .control_info = on_control_info,
    .io_changed = on_io_changed,
    .process = on_capture,
};

// With the thread loop locked. Returns 0 or an errno value.
static int open_stream(
    struct sori_pw_connection *connection, const sori_pw_stream_settings *settings) {
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY,
        connection->is_capture ? "Capture" : "Playback", PW_KEY_MEDIA_ROLE, settings->media_role,
        PW_KEY_MEDIA_NAME, settings->media_name, NULL);
    pw_properties_setf(
        properties, PW_KEY_NODE_LATENCY, "%u/%u", settings->block_frames, settings->sample_rate);
    if (settings->target != NULL) {
        pw_properties_set(properties, PW_KEY_TARGET_OBJECT, settings->target);
    }
    if (settings->group != NULL) {
        pw_properties_set(properties, PW_KEY_NODE_GROUP, settings->group);
    }
    if (connection->is_monitor) {
        pw_properties_set(properties, PW_KEY_STREAM_CAPTURE_SINK, "true");
    }
    connection->stream = pw_stream_new(connection->core, settings->media_name, properties);
    if (connection->stream == NULL) {
        return errno;
    }
    pw_stream_add_listener(
        connection->stream, &connection->stream_listener,
        connection->is_capture ? &capture_events : &playback_events, connection);

    struct spa_audio_info_raw format = SPA_AUDIO_INFO_RAW_INIT(
            .format = SPA_AUDIO_FORMAT_F32, .rate = settings->sample_rate,
            .channels = settings->channel_count);
    if (settings->channel_count == 1) {
        format.position[0] = SPA_AUDIO_CHANNEL_MONO;
    } else {
        format.position[0] = SPA_AUDIO_CHANNEL_FL;
        format.position[1] = SPA_AUDIO_CHANNEL_FR;
    }
    uint8_t storage[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *formats[] = {
        spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &format),
    };
    int result = pw_stream_connect(
        connection->stream, connection->is_capture ? PW_DIRECTION_INPUT : PW_DIRECTION_OUTPUT,
        PW_ID_ANY,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS,
        formats, 1);
    if (result < 0) {
        return -result;
    }
    sori_pw_set_full_volume(connection);
    return 0;
}

static int32_t open_for_client(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    sori_pw_render_fn render, sori_pw_capture_fn capture, void *client_context) {
    if (settings->channel_count < 1 || settings->channel_count > CHANNELS_MAX
        || settings->sample_rate == 0 || settings->block_frames == 0) {
        return EINVAL;
    }
    pw_thread_loop_lock(connection->thread);
    int error = EALREADY;
    if (connection->stream == NULL) {
        connection->sample_rate = settings->sample_rate;
        connection->channel_count = settings->channel_count;
        connection->block_frames = settings->block_frames;
        connection->render = render;
        connection->capture = capture;
        connection->client_context = client_context;
        connection->is_bypassed = settings->is_bypassed;
        connection->bypasses_on_removal = settings->bypasses_on_removal;
        connection->has_signalled_bypassed_cycle = false;
        connection->forgets_position = true;
        connection->cycle_count = 0;
        connection->missed_cycle_count = 0;
        connection->cycle_nanoseconds = 0;
        connection->cycle_frames = 0;
        connection->has_unequal_blocks = false;
        connection->former_cycles = 0;
        connection->delay_nanoseconds = 0;
        connection->last_cycle_nanoseconds = 0;
        error = connection->is_lost ? EPIPE : open_stream(connection, settings);
    }
    pw_thread_loop_unlock(connection->thread);
    if (error != 0 && error != EALREADY) {
        sori_pw_close_stream(connection);
    }
    return error;
}

int32_t sori_pw_open_stream(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    sori_pw_render_fn render, void *render_context) {
    return connection->is_capture
        ? EINVAL
        : open_for_client(connection, settings, render, NULL, render_context);
}

int32_t sori_pw_open_capture(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    sori_pw_capture_fn capture, void *capture_context) {
    return connection->is_capture
        ? open_for_client(connection, settings, NULL, capture, capture_context)
        : EINVAL;
}

void sori_pw_close_stream(sori_pw_connection *connection) {
    pw_thread_loop_lock(connection->thread);
    if (connection->stream != NULL) {
        atomic_store(&connection->position, NULL);
        sori_pw_await_render_thread(connection);
        pw_stream_destroy(connection->stream);
        connection->stream = NULL;
        sori_pw_forget_links(connection);
    }
    pw_thread_loop_unlock(connection->thread);
}

void sori_pw_set_block_frames(sori_pw_connection *connection, uint32_t block_frames) {
    pw_thread_loop_lock(connection->thread);
    if (connection->stream != NULL && block_frames > 0) {
        atomic_store(&connection->former_cycles, FORMER_CYCLES);
        atomic_store(&connection->cycle_frames, 0);
        char latency[32];
        snprintf(latency, sizeof latency, "%u/%u", block_frames, connection->sample_rate);
        struct spa_dict_item item = SPA_DICT_ITEM_INIT(PW_KEY_NODE_LATENCY, latency);
        struct spa_dict properties = SPA_DICT_INIT(&item, 1);
        pw_stream_update_properties(connection->stream, &properties);
    }
    pw_thread_loop_unlock(connection->thread);
}

void sori_pw_set_bypassed(sori_pw_connection *connection, bool is_bypassed) {
    pw_thread_loop_lock(connection->thread);
    atomic_store(&connection->has_signalled_bypassed_cycle, false);
    atomic_store(&connection->is_bypassed, is_bypassed);
    sori_pw_await_render_thread(connection);
    pw_thread_loop_unlock(connection->thread);
}

#endif
