// A PipeWire connection with at most one stream, through plain numbers and strings.
//
// PipeWire's own API consists of macros, inline functions and variadics, which Swift cannot call;
// none of its types appear here. Without the package trait `PipeWire` nothing of this is built.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Lets Swift pass a closure from any context: the callbacks run on PipeWire's threads.
#define SORI_PW_SENDABLE __attribute__((swift_attr("@Sendable")))

#define SORI_PW_SWIFT_NAME(name) __attribute__((swift_name(name)))

typedef struct sori_pw_connection sori_pw_connection;

typedef enum __attribute__((enum_extensibility(closed))) sori_pw_event_kind {
    // The server has gone or refused the connection; no event follows. `text` says why.
    SORI_PW_EVENT_SERVER_LOST SORI_PW_SWIFT_NAME("serverLost") = 0,
    // The stream has failed. `text` says why.
    SORI_PW_EVENT_STREAM_FAILED SORI_PW_SWIFT_NAME("streamFailed"),
    // The render or capture function has returned true since the last event of this kind.
    SORI_PW_EVENT_SERVICE SORI_PW_SWIFT_NAME("service"),
    // The server processed a bypassed stream; sent once for each bypass.
    SORI_PW_EVENT_BYPASSED_CYCLE SORI_PW_SWIFT_NAME("bypassedCycle"),
    // The stream is linked to another peer, or none: `text` is its name or NULL, `detail` its name
    // for the user.
    SORI_PW_EVENT_ROUTE_CHANGED SORI_PW_SWIFT_NAME("routeChanged"),
    // `text` is the name of the new default peer or NULL.
    SORI_PW_EVENT_DEFAULT_PEER_CHANGED SORI_PW_SWIFT_NAME("defaultPeerChanged"),
    // A peer was added: `text` is its name, `detail` its name for the user.
    SORI_PW_EVENT_PEER_ADDED SORI_PW_SWIFT_NAME("peerAdded"),
    SORI_PW_EVENT_PEER_REMOVED SORI_PW_SWIFT_NAME("peerRemoved"),
    // The peer that the stream was linked to was removed: the stream is bypassed now. `text` is the
    // peer's name, `detail` its name for the user. Only with `bypasses_on_removal`.
    SORI_PW_EVENT_ROUTE_REMOVED SORI_PW_SWIFT_NAME("routeRemoved"),
} sori_pw_event_kind;

// Runs on the connection's own thread, or within `sori_pw_connect` for what is known by then, and
// must neither block nor call a function of this header. The strings are valid during the call.
typedef void (*sori_pw_event_fn)(
    void *_Nullable context, sori_pw_event_kind kind, const char *_Nullable text,
    const char *_Nullable detail);

// Writes `frame_count` interleaved frames to `output`, on the real-time thread: it must not
// allocate, lock or block.
//
// Returns whether to send `SORI_PW_EVENT_SERVICE`.
typedef bool (*sori_pw_render_fn)(void *context, float *output, uint32_t frame_count);

// Receives `frame_count` interleaved frames; the first was captured at `nanoseconds` of the
// machine's monotonic clock. Same thread, rules and result as for a render function.
typedef bool (*sori_pw_capture_fn)(
    void *context, const float *input, uint32_t frame_count, int64_t nanoseconds);

// The direction of a connection. Its peers are sinks or sources accordingly; a monitor captures what
// is played to a sink.
typedef enum __attribute__((enum_extensibility(closed))) sori_pw_direction {
    SORI_PW_DIRECTION_PLAYBACK SORI_PW_SWIFT_NAME("playback") = 0,
    SORI_PW_DIRECTION_CAPTURE SORI_PW_SWIFT_NAME("capture"),
    SORI_PW_DIRECTION_MONITOR SORI_PW_SWIFT_NAME("monitor"),
} sori_pw_direction;

// Begins to connect, on a thread of its own, for the first `sori_pw_connect` for playback with the
// same remote and name. A connection that is not asked for is closed when the process exits. Has an
// effect once in a process. Any thread.
void sori_pw_prepare(
    const char *_Nullable remote, const char *application_name, uint32_t timeout_ms);

// Connects and waits until the server has answered.
//
// remote: A socket's name or path; NULL for the one in the environment.
// Returns NULL without an answer within `timeout_ms`, with `error` set to an errno value.
sori_pw_connection *_Nullable sori_pw_connect(
    sori_pw_direction direction, const char *_Nullable remote, const char *application_name,
    uint32_t timeout_ms, SORI_PW_SENDABLE sori_pw_event_fn on_event, void *_Nullable context,
    int32_t *error);

// Closes the stream and the connection; no callback runs after the return. Not on the connection's
// thread.
void sori_pw_close(sori_pw_connection *connection);

typedef struct sori_pw_stream_settings {
    const char *media_name;
    // A media role of PipeWire: "Music", "Game", "Notification", …
    const char *media_role;
    // A peer's name; NULL to follow the default peer.
    const char *_Nullable target;
    // The server runs all streams of a group by one clock; NULL for none.
    const char *_Nullable group;
    uint32_t sample_rate;
    uint32_t channel_count;
    // Requested block size in frames; the graph may choose another.
    uint32_t block_frames;
    // Whether the stream starts bypassed; see `sori_pw_set_bypassed`.
    bool is_bypassed;
    // Whether the removal of its peer bypasses the stream before another peer can play or feed it.
    bool bypasses_on_removal;
} sori_pw_stream_settings;

// Opens and starts the stream, at full volume whatever the session manager has stored.
//
// Returns 0 or an errno value. Not on the connection's thread, like all functions below.
int32_t sori_pw_open_stream(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    SORI_PW_SENDABLE sori_pw_render_fn render, void *render_context);

// Opens and starts a stream of a connection that captures. One for sources ignores monitors of
// sinks: a session manager may link one while there is no source.
int32_t sori_pw_open_capture(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    SORI_PW_SENDABLE sori_pw_capture_fn capture, void *capture_context);

// Closes the stream, if any; the render or capture function does not run after the return.
void sori_pw_close_stream(sori_pw_connection *connection);

// Requests another block size in frames for the open stream; the graph may choose another.
void sori_pw_set_block_frames(sori_pw_connection *connection, uint32_t block_frames);

// A bypassed stream plays silence or discards its input, without calling the render or capture
// function, which does not run after the return.
void sori_pw_set_bypassed(sori_pw_connection *connection, bool is_bypassed);

typedef struct sori_pw_progress {
    // Cycles of the stream since it was opened.
    uint64_t cycle_count;
    // Cycles that the server ran without the stream (xruns).
    uint64_t missed_cycle_count;
    // Nanoseconds until the last rendered frame leaves the device; 0 if it has.
    int64_t drain_nanoseconds;
    // Time of the last cycle on the machine's monotonic clock; 0 before the first.
    int64_t last_cycle_nanoseconds;
} sori_pw_progress;

typedef struct sori_pw_cycle {
    // The length of the stream's cycles in frames; 0 while it is unknown, or about to change.
    uint32_t frame_count;
    // Whether some cycles are a frame shorter: the graph has another rate than the stream.
    bool has_unequal_blocks;
    // Nanoseconds from the start of a cycle until its first rendered frame leaves the device.
    int64_t delay_nanoseconds;
} sori_pw_cycle;

// The stream's cycles at present, without waiting. Any thread.
sori_pw_cycle sori_pw_get_cycle(sori_pw_connection *connection);

// All zero without a stream.
sori_pw_progress sori_pw_get_progress(sori_pw_connection *connection);

#pragma clang assume_nonnull end

#include "EchoCanceller.h"
#include "Camera.h"
#include "Monitor.h"
