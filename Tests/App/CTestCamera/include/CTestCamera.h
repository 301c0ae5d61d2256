// A camera of a test's own: a node of PipeWire's that gives the frames that the test draws.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct test_camera test_camera;

typedef struct test_camera_format {
    // A name of PipeWire's, such as "BGRx" or "YUY2"; "MJPG" for a JPEG file for each frame.
    const char *name;
    uint32_t width;
    uint32_t height;
    uint32_t rate;
} test_camera_format;

enum { TEST_CAMERA_FORMATS_MAX = 8, TEST_CAMERA_TIMES_MAX = 1024 };

// Draws frame `number` of the format at `format` into `data`, one row after the other without
// padding.
//
// Returns the number of bytes, at most `size`.
typedef uint32_t (*test_camera_draw_fn)(
    void *context, uint32_t number, uint32_t format, uint8_t *data, uint32_t size);

// Adds the node, which runs while somebody takes its frames. The drawing function runs on a thread of
// the camera's own.
//
// remote: A socket's path.
// Returns NULL without a server.
test_camera *_Nullable test_camera_start(
    const char *remote, const char *name, const char *description,
    const test_camera_format *formats, uint32_t format_count,
    __attribute__((swift_attr("@Sendable"))) test_camera_draw_fn draw, void *context);

// The frames that were given.
uint32_t test_camera_count(test_camera *camera);

// When a frame was given, on the machine's monotonic clock, in nanoseconds; 0 for one that was not, or
// for one of more than `TEST_CAMERA_TIMES_MAX` frames ago.
int64_t test_camera_time(test_camera *camera, uint32_t number);

// Removes the node; nothing is drawn after the return.
void test_camera_stop(test_camera *camera);

#pragma clang assume_nonnull end
