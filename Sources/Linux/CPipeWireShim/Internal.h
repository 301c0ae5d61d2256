// Declarations shared by the files of this target. The connection's thread owns all fields that are
// not marked otherwise.
#pragma once

#ifdef SORI_PIPEWIRE

#include "CPipeWireShim.h"

#include <pipewire/pipewire.h>
#include <stdatomic.h>

// Needs the header above without including it.
#include <pipewire/extensions/metadata.h>

enum {
    SIGNAL_SERVICE = 1 << 0,
    SIGNAL_BYPASSED_CYCLE = 1 << 1,
    SIGNAL_VOLUME = 1 << 2,
};

struct sori_pw_connection {
    // NULL before `sori_pw_connect` returns.
    sori_pw_event_fn on_event;
    void *event_context;
    bool is_capture;
    // Whether what is played to a sink is captured; `is_capture` is true then, too.
    bool is_monitor;

    struct pw_thread_loop *thread;
    struct pw_context *context;
    struct pw_core *core;
    struct spa_hook core_listener;
    int sync_sequence;
    int answered_sequence;
    bool has_answered;
    bool is_lost;
    int lost_error;

    // Signals raised by `sori_pw_signal` and not handled yet.
    struct spa_source *signal_source;
    atomic_uint signals;

    // The registry watch.
    struct pw_registry *registry;
    struct spa_hook registry_listener;
    struct pw_metadata *metadata;
    uint32_t metadata_id;
    struct spa_hook metadata_listener;
    // The name of the default peer; NULL for none.
    char *default_name;
    // Expires some time after a change that may bring a new default.
    struct spa_source *default_timer;
    struct spa_list peers;
    struct spa_list links;
    uint32_t route_peer_id;
    // The peer that the stream was linked to before, and when it ceased to be, on the monotonic clock.
    uint32_t previous_peer_id;
    int64_t unlinked_nanoseconds;
    bool bypasses_on_removal;

    // The stream.
    struct pw_stream *stream;
    struct spa_hook stream_listener;
    uint32_t sample_rate;
    uint32_t channel_count;
    uint32_t block_frames;
    // One of the two, by the connection's direction, and its context.
    sori_pw_render_fn render;
    sori_pw_capture_fn capture;
    void *client_context;

    // Shared by both threads.
    _Atomic(struct spa_io_position *) position;
    atomic_bool is_bypassed;
    atomic_bool has_signalled_bypassed_cycle;
    // Whether the stream is linked to a known peer.
    atomic_bool has_peer;
    atomic_bool forgets_position;
    atomic_uint_fast64_t cycle_count;
    atomic_uint_fast64_t missed_cycle_count;
    atomic_uint_fast64_t cycle_nanoseconds;
    // The length of the last cycle in frames of the stream, rounded up; 0 while it is unknown.
    atomic_uint_fast32_t cycle_frames;
    // Whether a cycle is no whole number of frames of the stream.
    atomic_bool has_unequal_blocks;
    // The number of cycles whose length is not the one that was requested last.
    atomic_uint_fast32_t former_cycles;
    // How long after the start of its cycle a frame leaves the device.
    atomic_int_fast64_t delay_nanoseconds;
    atomic_int_fast64_t last_cycle_nanoseconds;

    // Owned by the real-time thread.
    uint32_t clock_id;
    uint64_t expected_position;
};

// Initialises the library, once in a process. Any thread.
void sori_pw_initialise(void);

// Connects, and waits until the server has answered; no events are sent yet.
//
// Returns NULL with `error` set to an errno value.
sori_pw_connection *sori_pw_make_connection(
    sori_pw_direction direction, const char *remote, const char *application_name,
    uint32_t timeout_ms, int32_t *error);

// Waits for the connection that `sori_pw_prepare` makes, and gives it to the caller: NULL with
// `error` set when it could not be made. Returns false when there is none of this description, or
// when it has been taken.
bool sori_pw_take_prepared(
    sori_pw_direction direction, const char *remote, const char *application_name,
    sori_pw_connection **connection, int32_t *error);

// Sends an event, once there is a handler. On the connection's thread, or with the thread loop
// locked.
void sori_pw_emit(
    struct sori_pw_connection *connection, sori_pw_event_kind kind, const char *text,
    const char *detail);

// Makes the connection's thread handle `signal` soon. Any thread, the real-time one included.
void sori_pw_signal(struct sori_pw_connection *connection, unsigned signal);

// The time of the monotonic clock. Any thread.
int64_t sori_pw_monotonic_nanoseconds(void);

// On the connection's thread, or with the thread loop locked.
void sori_pw_set_full_volume(struct sori_pw_connection *connection);

// Waits until the real-time thread is outside of our callbacks and has seen earlier stores. With
// the thread loop locked, or on the connection's thread.
void sori_pw_await_render_thread(struct sori_pw_connection *connection);

// Follows the registry's globals: nodes, links and the default metadata. With the thread loop
// locked.
void sori_pw_start_registry_watch(struct sori_pw_connection *connection);
// Sends the events of the peers and the default peer that are known. With the thread loop locked.
void sori_pw_emit_known(struct sori_pw_connection *connection);
// After the thread has ended.
void sori_pw_end_registry_watch(struct sori_pw_connection *connection);
// Forgets the links of a stream that has been destroyed.
void sori_pw_forget_links(struct sori_pw_connection *connection);

#endif
