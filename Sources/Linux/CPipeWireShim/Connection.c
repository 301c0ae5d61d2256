#ifdef SORI_PIPEWIRE

#include "Internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static void initialise_library(void) {
    pw_init(NULL, NULL);
}

void sori_pw_initialise(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialise_library);
}

void sori_pw_emit(
    struct sori_pw_connection *connection, sori_pw_event_kind kind, const char *text,
    const char *detail) {
    if (connection->on_event != NULL) {
        connection->on_event(connection->event_context, kind, text, detail);
    }
}

void sori_pw_signal(struct sori_pw_connection *connection, unsigned signal) {
    atomic_fetch_or(&connection->signals, signal);
    pw_loop_signal_event(pw_thread_loop_get_loop(connection->thread), connection->signal_source);
}

static void on_signalled(void *data, uint64_t count) {
    (void)count;
    struct sori_pw_connection *connection = data;
    unsigned signals = atomic_exchange(&connection->signals, 0);
    if (signals & SIGNAL_SERVICE) {
        sori_pw_emit(connection, SORI_PW_EVENT_SERVICE, NULL, NULL);
    }
    if (signals & SIGNAL_BYPASSED_CYCLE) {
        sori_pw_emit(connection, SORI_PW_EVENT_BYPASSED_CYCLE, NULL, NULL);
    }
    if (signals & SIGNAL_VOLUME) {
        sori_pw_set_full_volume(connection);
    }
}

static void on_core_done(void *data, uint32_t id, int sequence) {
    struct sori_pw_connection *connection = data;
    if (id == PW_ID_CORE && sequence == connection->sync_sequence) {
        connection->has_answered = true;
        connection->answered_sequence = sequence;
        pw_thread_loop_signal(connection->thread, false);
    }
}

static void on_core_error(
    void *data, uint32_t id, int sequence, int result, const char *message) {
    (void)sequence;
    struct sori_pw_connection *connection = data;
    // Proxies report the errors of their own objects. Of the core's errors only a broken connection
    // is fatal, and any error before the first answer.
    bool is_end = id == PW_ID_CORE && (result == -EPIPE || !connection->has_answered);
    if (!is_end || connection->is_lost) {
        return;
    }
    connection->is_lost = true;
    connection->lost_error = -result;
    if (connection->has_answered) {
        sori_pw_emit(connection, SORI_PW_EVENT_SERVER_LOST, message, NULL);
    }
    pw_thread_loop_signal(connection->thread, false);
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = on_core_done,
    .error = on_core_error,
};

// With the thread loop locked. Returns 0 or an errno value.
static int await_answer(struct sori_pw_connection *connection, uint32_t timeout_ms) {
    struct timespec deadline;
    pw_thread_loop_get_time(connection->thread, &deadline, timeout_ms * (int64_t)1000000);
    // The first `done` event follows the registry's globals. The second one follows the events of
    // the objects that were bound for them, such as the metadata with the default peer.
    for (int round = 0; round < 2; round++) {
        connection->sync_sequence = pw_core_sync(connection->core, PW_ID_CORE, 0);
        while (connection->answered_sequence != connection->sync_sequence &&
               !connection->is_lost) {
            if (pw_thread_loop_timed_wait_full(connection->thread, &deadline) < 0) {
                return ETIMEDOUT;
            }
        }
    }
    return connection->is_lost ? connection->lost_error : 0;
}

// The client configuration that asks for real-time scheduling. Since PipeWire 1.3.81 that is the
// ordinary one, and the library prints a warning for the old name.
static const char *real_time_configuration(void) {
    int major = 0, minor = 0, micro = 0;
    sscanf(pw_get_library_version(), "%d.%d.%d", &major, &minor, &micro);
    const bool is_ordinary = major * 1000000 + minor * 1000 + micro >= 1003081;
    return is_ordinary ? "client.conf" : "client-rt.conf";
}

// Returns 0 or an errno value; `sori_pw_close` frees what was made so far.
static int connect_to_server(
    struct sori_pw_connection *connection, const char *remote, const char *application_name,
    uint32_t timeout_ms) {
    connection->thread = pw_thread_loop_new("sori-pipewire", NULL);
    if (connection->thread == NULL) {
        return errno;
    }
    struct pw_loop *loop = pw_thread_loop_get_loop(connection->thread);
    connection->signal_source = pw_loop_add_event(loop, on_signalled, connection);
    if (connection->signal_source == NULL) {
        return errno;
    }
    connection->context = pw_context_new(
        loop, pw_properties_new(PW_KEY_CONFIG_NAME, real_time_configuration(), NULL), 0);
    if (connection->context == NULL || pw_thread_loop_start(connection->thread) < 0) {
        return errno;
    }

    struct pw_properties *properties = pw_properties_new(PW_KEY_APP_NAME, application_name, NULL);
    if (remote != NULL) {
        pw_properties_set(properties, PW_KEY_REMOTE_NAME, remote);
    }
    pw_thread_loop_lock(connection->thread);
    connection->core = pw_context_connect(connection->context, properties, 0);
    int error = connection->core == NULL ? errno : 0;
    if (error == 0) {
        pw_core_add_listener(
            connection->core, &connection->core_listener, &core_events, connection);
        sori_pw_start_registry_watch(connection);
        error = await_answer(connection, timeout_ms);
    }
    pw_thread_loop_unlock(connection->thread);
    return error;
}

sori_pw_connection *sori_pw_make_connection(
    sori_pw_direction direction, const char *remote, const char *application_name,
    uint32_t timeout_ms, int32_t *error) {
    sori_pw_initialise();
    struct sori_pw_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    connection->is_capture = direction != SORI_PW_DIRECTION_PLAYBACK;
    connection->is_monitor = direction == SORI_PW_DIRECTION_MONITOR;
    connection->metadata_id = SPA_ID_INVALID;
    connection->answered_sequence = -1;
    connection->route_peer_id = SPA_ID_INVALID;
    connection->previous_peer_id = SPA_ID_INVALID;
    spa_list_init(&connection->peers);
    spa_list_init(&connection->links);

    *error = connect_to_server(connection, remote, application_name, timeout_ms);
    if (*error != 0) {
        sori_pw_close(connection);
        return NULL;
    }
    return connection;
}

// Sends the events from now on, and those of what is known already. Returns 0 or an errno value.
static int32_t begin_events(
    struct sori_pw_connection *connection, sori_pw_event_fn on_event, void *context) {
    pw_thread_loop_lock(connection->thread);
    int32_t error = connection->is_lost ? connection->lost_error : 0;
    if (error == 0) {
        connection->on_event = on_event;
        connection->event_context = context;
        sori_pw_emit_known(connection);
    }
    pw_thread_loop_unlock(connection->thread);
    return error;
}

// Returns a connection that was made, with its events, or NULL with `error` set.
static sori_pw_connection *begin(
    sori_pw_connection *connection, sori_pw_event_fn on_event, void *context, int32_t *error) {
    if (connection == NULL) {
        return NULL;
    }
    *error = begin_events(connection, on_event, context);
    if (*error == 0) {
        return connection;
    }
    sori_pw_close(connection);
    return NULL;
}

sori_pw_connection *sori_pw_connect(
    sori_pw_direction direction, const char *remote, const char *application_name,
    uint32_t timeout_ms, sori_pw_event_fn on_event, void *context, int32_t *error) {
    sori_pw_connection *connection = NULL;
    if (sori_pw_take_prepared(direction, remote, application_name, &connection, error)) {
        connection = begin(connection, on_event, context, error);
        // The server may have come, or come back, since it was tried. One that did not answer has
        // had its time.
        if (connection != NULL || *error == ETIMEDOUT) {
            return connection;
        }
    }
    return begin(
        sori_pw_make_connection(direction, remote, application_name, timeout_ms, error), on_event,
        context, error);
}

void sori_pw_close(sori_pw_connection *connection) {
    if (connection->stream != NULL) {
        sori_pw_close_stream(connection);
    }
    if (connection->thread != NULL) {
        pw_thread_loop_stop(connection->thread);
    }
    sori_pw_end_registry_watch(connection);
    if (connection->core != NULL) {
        spa_hook_remove(&connection->core_listener);
        pw_core_disconnect(connection->core);
    }
    if (connection->context != NULL) {
        pw_context_destroy(connection->context);
    }
    if (connection->signal_source != NULL) {
        pw_loop_destroy_source(
            pw_thread_loop_get_loop(connection->thread), connection->signal_source);
    }
    if (connection->thread != NULL) {
        pw_thread_loop_destroy(connection->thread);
    }
    free(connection);
}

#endif
