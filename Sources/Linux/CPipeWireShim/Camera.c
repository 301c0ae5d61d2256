#ifdef SORI_PIPEWIRE

#include "CameraInternal.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

// How long after a failure the server is tried again.
static const time_t retry_seconds = 5;

void sori_pw_camera_emit(struct sori_pw_cameras *cameras, sori_pw_camera_event event) {
    cameras->on_event(cameras->event_context, &event);
}

struct camera *sori_pw_find_camera(struct sori_pw_cameras *cameras, uint32_t id) {
    struct camera *camera;
    spa_list_for_each(camera, &cameras->cameras, list) {
        if (camera->id == id) {
            return camera;
        }
    }
    return NULL;
}

static void request_answer(struct sori_pw_cameras *cameras) {
    cameras->sync_sequence = pw_core_sync(cameras->core, PW_ID_CORE, 0);
}

// MARK: A camera

// Only libcamera says on which side a camera is, and not in the registry.
static void emit_location(struct camera *camera, const struct spa_dict *properties) {
    const char *location = spa_dict_lookup(properties, "api.libcamera.location");
    if (location != NULL) {
        sori_pw_camera_emit(
            camera->owner, (sori_pw_camera_event){
                               .kind = SORI_PW_CAMERA_LOCATION,
                               .id = camera->id,
                               .text = location,
                           });
    }
}

static void on_node_info(void *data, const struct pw_node_info *info) {
    struct camera *camera = data;
    if ((info->change_mask & PW_NODE_CHANGE_MASK_PROPS) && info->props != NULL) {
        emit_location(camera, info->props);
    }
    if (!(info->change_mask & PW_NODE_CHANGE_MASK_PARAMS)) {
        return;
    }
    for (uint32_t index = 0; index < info->n_params; index++) {
        const struct spa_param_info *param = &info->params[index];
        bool is_list = param->id == SPA_PARAM_EnumFormat && (param->flags & SPA_PARAM_INFO_READ);
        if (!is_list || (camera->has_formats && camera->format_flags == param->flags)) {
            continue;
        }
        camera->has_formats = true;
        camera->format_flags = param->flags;
        sori_pw_camera_emit(
            camera->owner,
            (sori_pw_camera_event){.kind = SORI_PW_CAMERA_FORMATS, .id = camera->id});
        pw_node_enum_params(
            (struct pw_node *)camera->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
        request_answer(camera->owner);
    }
}

static void on_node_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next,
    const struct spa_pod *param) {
    (void)sequence, (void)index, (void)next;
    if (id == SPA_PARAM_EnumFormat && param != NULL) {
        sori_pw_camera_emit_formats(data, param);
    }
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = on_node_info,
    .param = on_node_param,
};

static void add_camera(
    struct sori_pw_cameras *cameras, uint32_t id, const struct spa_dict *properties) {
    const char *name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
    struct camera *camera = name == NULL ? NULL : calloc(1, sizeof *camera);
    if (camera == NULL) {
        return;
    }
    camera->owner = cameras;
    camera->id = id;
    const char *serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL);
    snprintf(camera->target, sizeof camera->target, "%s", serial != NULL ? serial : name);
    camera->proxy =
        pw_registry_bind(cameras->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
    if (camera->proxy == NULL) {
        free(camera);
        return;
    }
    spa_list_append(&cameras->cameras, &camera->list);
    const char *text = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
    if (text == NULL) {
        text = spa_dict_lookup(properties, PW_KEY_NODE_NICK);
    }
    sori_pw_camera_emit(
        cameras, (sori_pw_camera_event){
                     .kind = SORI_PW_CAMERA_ADDED,
                     .id = id,
                     .name = name,
                     .text = text != NULL ? text : name,
                 });
    pw_node_add_listener(
        (struct pw_node *)camera->proxy, &camera->listener, &node_events, camera);
}

static void free_camera(struct camera *camera) {
    spa_list_remove(&camera->list);
    spa_hook_remove(&camera->listener);
    pw_proxy_destroy(camera->proxy);
    free(camera);
}

// MARK: The connection

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions, (void)version;
    struct sori_pw_cameras *cameras = data;
    if (properties != NULL && !cameras->is_lost && spa_streq(type, PW_TYPE_INTERFACE_Node)
        && spa_streq(spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS), "Video/Source")) {
        add_camera(cameras, id, properties);
        request_answer(cameras);
    }
}

static void on_global_remove(void *data, uint32_t id) {
    struct sori_pw_cameras *cameras = data;
    struct camera *camera = sori_pw_find_camera(cameras, id);
    if (camera == NULL || cameras->is_lost) {
        return;
    }
    free_camera(camera);
    sori_pw_camera_emit(
        cameras, (sori_pw_camera_event){.kind = SORI_PW_CAMERA_REMOVED, .id = id});
    struct sori_pw_camera_stream *stream;
    spa_list_for_each(stream, &cameras->streams, list) {
        if (stream->camera_id == id) {
            sori_pw_camera_end_stream(stream, true, NULL);
        }
    }
    request_answer(cameras);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = on_global,
    .global_remove = on_global_remove,
};

static void on_core_done(void *data, uint32_t id, int sequence) {
    struct sori_pw_cameras *cameras = data;
    if (id == PW_ID_CORE && sequence == cameras->sync_sequence && !cameras->is_lost) {
        sori_pw_camera_emit(cameras, (sori_pw_camera_event){.kind = SORI_PW_CAMERAS_READY});
    }
}

static void on_core_error(
    void *data, uint32_t id, int sequence, int result, const char *message) {
    (void)sequence;
    struct sori_pw_cameras *cameras = data;
    // The others concern one object, which is usually gone already.
    if (id != PW_ID_CORE || result != -EPIPE || cameras->is_lost) {
        return;
    }
    cameras->is_lost = true;
    snprintf(cameras->lost_message, sizeof cameras->lost_message, "%s", message);
    pw_loop_signal_event(pw_thread_loop_get_loop(cameras->thread), cameras->lost_source);
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = on_core_done,
    .error = on_core_error,
};

static void connect_after(struct sori_pw_cameras *cameras, time_t seconds) {
    // A zero would disarm the timer.
    struct timespec delay = {.tv_sec = seconds, .tv_nsec = seconds == 0 ? 1 : 0};
    pw_loop_update_timer(
        pw_thread_loop_get_loop(cameras->thread), cameras->connect_timer, &delay, NULL, false);
}

static void close_connection(struct sori_pw_cameras *cameras) {
    struct sori_pw_camera_stream *stream;
    spa_list_for_each(stream, &cameras->streams, list) {
        if (stream->stream != NULL) {
            pw_stream_destroy(stream->stream);
            stream->stream = NULL;
        }
    }
    struct camera *camera;
    spa_list_consume(camera, &cameras->cameras, list) {
        free_camera(camera);
    }
    if (cameras->registry != NULL) {
        spa_hook_remove(&cameras->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)cameras->registry);
        cameras->registry = NULL;
    }
    if (cameras->core != NULL) {
        spa_hook_remove(&cameras->core_listener);
        pw_core_disconnect(cameras->core);
        cameras->core = NULL;
    }
    if (cameras->context != NULL) {
        pw_context_destroy(cameras->context);
        cameras->context = NULL;
    }
    cameras->is_lost = false;
}

static void lose(struct sori_pw_cameras *cameras, const char *text) {
    sori_pw_camera_emit(
        cameras, (sori_pw_camera_event){.kind = SORI_PW_CAMERAS_LOST, .text = text});
    struct sori_pw_camera_stream *stream;
    spa_list_for_each(stream, &cameras->streams, list) {
        sori_pw_camera_end_stream(stream, false, text);
    }
    close_connection(cameras);
    if (!cameras->uses_descriptor) {
        connect_after(cameras, retry_seconds);
    }
}

static void on_lost(void *data, uint64_t count) {
    (void)count;
    struct sori_pw_cameras *cameras = data;
    if (cameras->is_lost) {
        lose(cameras, cameras->lost_message);
    }
}

// Returns 0 or an errno value.
static int connect_to_server(struct sori_pw_cameras *cameras) {
    errno = 0;
    cameras->context = pw_context_new(pw_thread_loop_get_loop(cameras->thread), NULL, 0);
    if (cameras->context == NULL) {
        return errno == 0 ? ENOMEM : errno;
    }
    struct pw_properties *properties =
        pw_properties_new(PW_KEY_APP_NAME, cameras->application_name, NULL);
    if (cameras->remote != NULL && properties != NULL) {
        pw_properties_set(properties, PW_KEY_REMOTE_NAME, cameras->remote);
    }
    if (cameras->uses_descriptor) {
        int descriptor = cameras->descriptor;
        cameras->descriptor = -1;
        cameras->core = pw_context_connect_fd(cameras->context, descriptor, properties, 0);
    } else {
        cameras->core = pw_context_connect(cameras->context, properties, 0);
    }
    if (cameras->core == NULL) {
        return errno == 0 ? EIO : errno;
    }
    pw_core_add_listener(cameras->core, &cameras->core_listener, &core_events, cameras);
    cameras->registry = pw_core_get_registry(cameras->core, PW_VERSION_REGISTRY, 0);
    if (cameras->registry == NULL) {
        return errno == 0 ? EIO : errno;
    }
    pw_registry_add_listener(
        cameras->registry, &cameras->registry_listener, &registry_events, cameras);
    request_answer(cameras);
    return 0;
}

static void on_connect(void *data, uint64_t count) {
    (void)count;
    struct sori_pw_cameras *cameras = data;
    if (cameras->core != NULL) {
        return;
    }
    int error = connect_to_server(cameras);
    if (error != 0) {
        lose(cameras, strerror(error));
    }
}

static bool start_thread(struct sori_pw_cameras *cameras) {
    cameras->thread = pw_thread_loop_new("sori-cameras", NULL);
    if (cameras->thread == NULL) {
        return false;
    }
    struct pw_loop *loop = pw_thread_loop_get_loop(cameras->thread);
    cameras->lost_source = pw_loop_add_event(loop, on_lost, cameras);
    cameras->connect_timer = pw_loop_add_timer(loop, on_connect, cameras);
    if (cameras->lost_source == NULL || cameras->connect_timer == NULL) {
        return false;
    }
    connect_after(cameras, 0);
    return pw_thread_loop_start(cameras->thread) == 0;
}

sori_pw_cameras *sori_pw_cameras_start(
    const char *remote, int descriptor, const char *application_name,
    sori_pw_camera_event_fn on_event, void *context, int32_t *error) {
    sori_pw_initialise();
    struct sori_pw_cameras *cameras = calloc(1, sizeof *cameras);
    if (cameras == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    spa_list_init(&cameras->cameras);
    spa_list_init(&cameras->streams);
    cameras->on_event = on_event;
    cameras->event_context = context;
    cameras->descriptor = descriptor;
    cameras->uses_descriptor = descriptor >= 0;
    cameras->remote = remote == NULL ? NULL : strdup(remote);
    cameras->application_name = strdup(application_name);
    errno = 0;
    if (cameras->application_name == NULL || !start_thread(cameras)) {
        *error = errno == 0 ? ENOMEM : errno;
        sori_pw_cameras_end(cameras);
        return NULL;
    }
    return cameras;
}

void sori_pw_cameras_end(sori_pw_cameras *cameras) {
    if (cameras->thread != NULL) {
        pw_thread_loop_stop(cameras->thread);
        close_connection(cameras);
        struct pw_loop *loop = pw_thread_loop_get_loop(cameras->thread);
        if (cameras->connect_timer != NULL) {
            pw_loop_destroy_source(loop, cameras->connect_timer);
        }
        if (cameras->lost_source != NULL) {
            pw_loop_destroy_source(loop, cameras->lost_source);
        }
        pw_thread_loop_destroy(cameras->thread);
    }
    if (cameras->descriptor >= 0) {
        close(cameras->descriptor);
    }
    free(cameras->remote);
    free(cameras->application_name);
    free(cameras);
}

#endif
