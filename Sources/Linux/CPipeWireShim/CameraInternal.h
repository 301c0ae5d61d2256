// Declarations shared by the files of the cameras. The connection's thread owns all fields, with the
// thread loop locked.
#pragma once

#ifdef SORI_PIPEWIRE

#include "CPipeWireShim.h"
#include "Internal.h"

#include <pipewire/pipewire.h>

struct sori_pw_cameras {
    sori_pw_camera_event_fn on_event;
    void *event_context;
    char *remote;
    char *application_name;
    // A socket that has not been used; -1 for none.
    int descriptor;
    bool uses_descriptor;

    struct pw_thread_loop *thread;
    // Closes the connection, which a handler of the core's events must not do.
    struct spa_source *lost_source;
    // Expires when it is time to connect.
    struct spa_source *connect_timer;

    struct pw_context *context;
    struct pw_core *core;
    struct spa_hook core_listener;
    struct pw_registry *registry;
    struct spa_hook registry_listener;
    struct spa_list cameras;
    int sync_sequence;
    bool is_lost;
    char lost_message[256];

    struct spa_list streams;
};

// A camera that is there.
struct camera {
    struct spa_list list;
    struct sori_pw_cameras *owner;
    uint32_t id;
    // What a stream names as its target: the object's serial number, or the node's name.
    char target[256];
    struct pw_proxy *proxy;
    struct spa_hook listener;
    // The flags of its list of formats, which change with it.
    uint32_t format_flags;
    bool has_formats;
};

struct sori_pw_camera_stream {
    struct spa_list list;
    struct sori_pw_cameras *owner;
    uint32_t camera_id;
    sori_pw_camera_frame_fn on_frame;
    sori_pw_camera_end_fn on_end;
    void *client_context;
    struct pw_stream *stream;
    struct spa_hook listener;
    bool has_ended;
    bool has_format;
    // What is the same for all frames of the present format.
    sori_pw_camera_frame format;
};

// The camera of an id; NULL for none.
struct camera *sori_pw_find_camera(struct sori_pw_cameras *cameras, uint32_t id);

// Ends a stream, whose owner closes it later.
void sori_pw_camera_end_stream(
    struct sori_pw_camera_stream *stream, bool is_disconnected, const char *text);

// Sends the formats that a parameter of a camera's node describes, one event each.
void sori_pw_camera_emit_formats(struct camera *camera, const struct spa_pod *param);

void sori_pw_camera_emit(struct sori_pw_cameras *cameras, sori_pw_camera_event event);

// PipeWire's name of a coding; `SPA_VIDEO_FORMAT_ENCODED` for JPEG.
uint32_t sori_pw_spa_format(sori_pw_pixels pixels);

// The coding of that name. Returns false for one that is not used here.
bool sori_pw_find_pixels(uint32_t subtype, uint32_t spa_format, sori_pw_pixels *pixels);

#endif
