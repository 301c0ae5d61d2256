// One PipeWire connection with at most one stream, as plain numbers and text.
//
// PipeWire's own API is macros, inline functions and variadics, which Swift cannot call; none of
// its types are named here. Without the package trait `PipeWire` nothing of this is built.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Lets Swift pass a closure from any context: the callbacks run on threads of PipeWire's.
#define SORI_PW_SENDABLE __attribute__((swift_attr("@Sendable")))

#define SORI_PW_SWIFT_NAME(name) __attribute__((swift_name(name)))

typedef struct sori_pw_connection sori_pw_connection;

typedef enum __attribute__((enum_extensibility(closed))) sori_pw_event_kind {
    // The server has gone or refused us; nothing more will come. `text` says why.
    SORI_PW_EVENT_SERVER_LOST SORI_PW_SWIFT_NAME("serverLost") = 0,
    // The stream cannot go on. `text` says why.
    SORI_PW_EVENT_STREAM_FAILED SORI_PW_SWIFT_NAME("streamFailed"),
    // The render or capture function has returned true since the last such event.
    SORI_PW_EVENT_ATTENTION SORI_PW_SWIFT_NAME("attention"),
    // The server asked a muzzled stream for samples, or brought some (once a muzzling).
    SORI_PW_EVENT_WANTED SORI_PW_SWIFT_NAME("wanted"),
    // The stream is joined to another peer, or none: `text` is its name or NULL, `detail` what
    // people call it.
    SORI_PW_EVENT_ROUTE_CHANGED SORI_PW_SWIFT_NAME("routeChanged"),
    // `text` is the name of the new default peer or NULL.
    SORI_PW_EVENT_DEFAULT_PEER_CHANGED SORI_PW_SWIFT_NAME("defaultPeerChanged"),
    // `text` is the peer's name, `detail` what people call it.
    SORI_PW_EVENT_PEER_ADDED SORI_PW_SWIFT_NAME("peerAdded"),
    SORI_PW_EVENT_PEER_REMOVED SORI_PW_SWIFT_NAME("peerRemoved"),
} sori_pw_event_kind;

// Runs on the connection's own thread, and must neither wait nor call back in here. The texts are
// valid during the call only.
typedef void (*sori_pw_event_fn)(
    void *_Nullable context, sori_pw_event_kind kind, const char *_Nullable text,
    const char *_Nullable detail);

// Writes `frame_count` interleaved frames to `output`, on the real-time thread: it must not
// allocate, lock or wait.
//
// Returns whether `SORI_PW_EVENT_ATTENTION` shall be sent.
typedef bool (*sori_pw_render_fn)(void *context, float *output, uint32_t frame_count);

// Takes `frame_count` interleaved frames, the first of which was heard `nanoseconds` into the
// machine's monotonic clock. Called, and returns, as a render function.
typedef bool (*sori_pw_capture_fn)(
    void *context, const float *input, uint32_t frame_count, int64_t nanoseconds);

// Which way the sound of a connection goes. Its peers are sinks or sources accordingly.
typedef enum __attribute__((enum_extensibility(closed))) sori_pw_direction {
    SORI_PW_DIRECTION_PLAYBACK SORI_PW_SWIFT_NAME("playback") = 0,
    SORI_PW_DIRECTION_CAPTURE SORI_PW_SWIFT_NAME("capture"),
} sori_pw_direction;

// Connects and waits until the server has answered.
//
// remote: A socket's name or path; NULL for the one the environment names.
// Returns NULL when there is no answer within `timeout_ms`, with `error` set to an errno value.
sori_pw_connection *_Nullable sori_pw_connect(
    sori_pw_direction direction, const char *_Nullable remote, const char *application_name,
    uint32_t timeout_ms, SORI_PW_SENDABLE sori_pw_event_fn on_event, void *_Nullable context,
    int32_t *error);

// Closes the stream and the connection; no callback runs when it returns. Any thread but the
// connection's.
void sori_pw_close(sori_pw_connection *connection);

typedef struct sori_pw_stream_settings {
    const char *media_name;
    // One of PipeWire's: "Music", "Game", "Notification", …
    const char *media_role;
    // A peer's name; NULL to follow the default one.
    const char *_Nullable target;
    uint32_t sample_rate;
    uint32_t channel_count;
    // The block the stream would like to deal in, in frames; the graph may choose another.
    uint32_t block_frames;
    // Whether the stream starts as after `sori_pw_set_muzzled`.
    bool is_muzzled;
} sori_pw_stream_settings;

// Opens the stream, at full volume whatever the session manager remembers, and lets it play.
//
// Returns 0 or an errno value. Any thread but the connection's, as for all that follow.
int32_t sori_pw_open_stream(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    SORI_PW_SENDABLE sori_pw_render_fn render, void *render_context);

// As `sori_pw_open_stream`, for a connection that captures. What a sink plays is not heard: while
// no source is there, a session manager may offer that instead of one.
int32_t sori_pw_open_capture(
    sori_pw_connection *connection, const sori_pw_stream_settings *settings,
    SORI_PW_SENDABLE sori_pw_capture_fn capture, void *capture_context);

// Closes the stream, if there is one; the render or capture function is not running when it returns.
void sori_pw_close_stream(sori_pw_connection *connection);

// While muzzled the stream sends silence, or discards what it hears, and leaves the render or
// capture function alone, which is not running when this returns.
void sori_pw_set_muzzled(sori_pw_connection *connection, bool is_muzzled);

typedef struct sori_pw_progress {
    // Times the server has asked for samples, or brought some, since the stream was opened.
    uint64_t cycle_count;
    // Cycles in which the server went on without us.
    uint64_t missed_cycle_count;
    // Nanoseconds from now until the last frame rendered so far leaves the device; 0 if it has.
    int64_t nanoseconds_until_heard;
    // When the last cycle was, on the machine's monotonic clock; 0 before the first.
    int64_t last_cycle_nanoseconds;
} sori_pw_progress;

// All zero without a stream.
sori_pw_progress sori_pw_get_progress(sori_pw_connection *connection);

#pragma clang assume_nonnull end
