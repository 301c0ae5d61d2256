// A PipeWire connection that knows the cameras of the server, with any number of streams of their
// frames, through plain numbers and strings.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CPipeWireShim.h"

#pragma clang assume_nonnull begin

typedef struct sori_pw_cameras sori_pw_cameras;
typedef struct sori_pw_camera_stream sori_pw_camera_stream;

// How a camera's frames are coded, the easiest to use first.
typedef enum __attribute__((enum_extensibility(closed))) sori_pw_pixels {
    SORI_PW_PIXELS_BGRX SORI_PW_SWIFT_NAME("bgrx") = 0,
    SORI_PW_PIXELS_BGRA SORI_PW_SWIFT_NAME("bgra"),
    SORI_PW_PIXELS_RGBX SORI_PW_SWIFT_NAME("rgbx"),
    SORI_PW_PIXELS_RGBA SORI_PW_SWIFT_NAME("rgba"),
    SORI_PW_PIXELS_RGB SORI_PW_SWIFT_NAME("rgb"),
    SORI_PW_PIXELS_BGR SORI_PW_SWIFT_NAME("bgr"),
    SORI_PW_PIXELS_NV12 SORI_PW_SWIFT_NAME("nv12"),
    SORI_PW_PIXELS_I420 SORI_PW_SWIFT_NAME("i420"),
    SORI_PW_PIXELS_YUY2 SORI_PW_SWIFT_NAME("yuy2"),
    // A JPEG file for each frame.
    SORI_PW_PIXELS_MJPG SORI_PW_SWIFT_NAME("mjpg"),
} sori_pw_pixels;

enum { SORI_PW_PIXELS_COUNT = 10 };

// What a camera can give.
typedef struct sori_pw_camera_format {
    sori_pw_pixels pixels;
    // The size, or the smallest one of a range.
    uint32_t width;
    uint32_t height;
    // The same as the size, or the largest one of a range.
    uint32_t width_max;
    uint32_t height_max;
    // Frames a second; 0/1 where the camera does not say.
    uint32_t rate_numerator;
    uint32_t rate_denominator;
} sori_pw_camera_format;

typedef enum __attribute__((enum_extensibility(closed))) sori_pw_camera_event_kind {
    // Everything that is known has been sent: the cameras may be shown.
    SORI_PW_CAMERAS_READY SORI_PW_SWIFT_NAME("ready") = 0,
    // There is no server, or it has gone, and its cameras with it: `text` says why. READY follows
    // when it is back.
    SORI_PW_CAMERAS_LOST SORI_PW_SWIFT_NAME("lost"),
    // A camera exists: `id`, `name`, `text` is its name for the user.
    SORI_PW_CAMERA_ADDED SORI_PW_SWIFT_NAME("added"),
    SORI_PW_CAMERA_REMOVED SORI_PW_SWIFT_NAME("removed"),
    // The side of the camera `id`: `text` is "front", "back" or "external".
    SORI_PW_CAMERA_LOCATION SORI_PW_SWIFT_NAME("location"),
    // The formats of the camera `id` follow; those that were sent before do not count.
    SORI_PW_CAMERA_FORMATS SORI_PW_SWIFT_NAME("formats"),
    // A format of the camera `id`: `format`.
    SORI_PW_CAMERA_FORMAT SORI_PW_SWIFT_NAME("format"),
} sori_pw_camera_event_kind;

typedef struct sori_pw_camera_event {
    sori_pw_camera_event_kind kind;
    uint32_t id;
    const char *_Nullable name;
    const char *_Nullable text;
    const sori_pw_camera_format *_Nullable format;
} sori_pw_camera_event;

// Runs on the connection's thread and must neither block nor call a function of this header. What
// the event points to is valid during the call.
typedef void (*sori_pw_camera_event_fn)(void *context, const sori_pw_camera_event *event);

// Connects on a thread of its own, and again some seconds after the server has gone or was not
// there.
//
// remote: A socket's name or path; NULL for the one in the environment.
// descriptor: A connected socket, which the connection closes, used instead; -1 for none. Once it
// has failed there is no other connection.
// Returns NULL with `error` set to an errno value.
sori_pw_cameras *_Nullable sori_pw_cameras_start(
    const char *_Nullable remote, int descriptor, const char *application_name,
    SORI_PW_SENDABLE sori_pw_camera_event_fn on_event, void *context, int32_t *error);

// Ends the connection, after all its streams have been closed; no event follows. Not on the
// connection's thread, like all functions below.
void sori_pw_cameras_end(sori_pw_cameras *cameras);

typedef struct sori_pw_camera_plane {
    const uint8_t *_Nullable data;
    // Bytes that may be read.
    uint32_t size;
    // Bytes from a row to the next.
    uint32_t stride;
} sori_pw_camera_plane;

typedef struct sori_pw_camera_frame {
    sori_pw_pixels pixels;
    uint32_t width;
    uint32_t height;
    // Whether luma has 0 … 255, and not 16 … 235.
    bool is_full_range;
    // 0 unknown, 1 BT.601, 2 BT.709.
    uint32_t matrix;
    // When the frame was taken, on the machine's monotonic clock.
    int64_t nanoseconds;
    // The first has the whole frame in its only plane, if it is not a planar one.
    uint32_t plane_count;
    sori_pw_camera_plane planes[3];
} sori_pw_camera_frame;

// Receives a frame, which is valid during the call, on the connection's thread: it must not block.
typedef void (*sori_pw_camera_frame_fn)(void *context, const sori_pw_camera_frame *frame);

// The stream has ended: the camera is gone, or `text` says why. Called once at most; no frame
// follows. Same thread and rules.
typedef void (*sori_pw_camera_end_fn)(
    void *context, bool is_disconnected, const char *_Nullable text);

// Starts a stream of a camera, in a format of its own. The camera may give another one, when it
// has another client.
//
// Returns NULL with `error` set to an errno value: ENODEV when the camera is gone.
sori_pw_camera_stream *_Nullable sori_pw_camera_open(
    sori_pw_cameras *cameras, uint32_t id, const char *media_name,
    const sori_pw_camera_format *format, SORI_PW_SENDABLE sori_pw_camera_frame_fn on_frame,
    SORI_PW_SENDABLE sori_pw_camera_end_fn on_end, void *context, int32_t *error);

// Closes a stream and frees it; nothing is called after the return.
void sori_pw_camera_close(sori_pw_camera_stream *stream);

#pragma clang assume_nonnull end
