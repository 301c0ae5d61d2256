#ifdef SORI_WAYLAND

#define _GNU_SOURCE
#include "Internal.h"
#include "WaylandLibrary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// The client of wlr-foreign-toplevel-management-unstable-v1: the compositor announces each toplevel
// window with its app ID and its states, and closes a group of changes with `done`.

enum {
    // More windows than this are not followed.
    TOPLEVELS_MAX = 1024,
    APP_ID_BYTES_MAX = 1024,
    MANAGER_VERSION_MAX = 3,
};

struct toplevel {
    struct wl_list link;
    struct wayland_windows *owner;
    struct wl_proxy *proxy;
    char *app_id;
    char *pending_app_id;
    bool is_activated;
    bool is_pending_activated;
    // Grows with each activation, so that the last of several activated windows counts.
    uint64_t activation;
};

struct wayland_windows {
    struct sori_windows base;
    struct wl_display *display;
    struct wl_proxy *registry;
    struct wl_proxy *sync;
    struct wl_proxy *manager;
    struct wl_list toplevels;
    int toplevel_count;
    uint64_t activation_count;
    bool is_answered;
    bool is_finished;
};

// MARK: The protocol

// Interfaces by name, version, and the messages with their signatures. The order of the messages is
// their opcodes.

static const struct wl_interface handle_interface;

static const struct wl_interface *no_types[5];
static const struct wl_interface *toplevel_types[] = {&handle_interface};

static const struct wl_message handle_requests[] = {
    {"set_maximized", "", no_types},
    {"unset_maximized", "", no_types},
    {"set_minimized", "", no_types},
    {"unset_minimized", "", no_types},
    {"activate", "o", no_types},
    {"close", "", no_types},
    {"set_rectangle", "oiiii", no_types},
    {"destroy", "", no_types},
    {"set_fullscreen", "2?o", no_types},
    {"unset_fullscreen", "2", no_types},
};

static const struct wl_message handle_events[] = {
    {"title", "s", no_types},
    {"app_id", "s", no_types},
    {"output_enter", "o", no_types},
    {"output_leave", "o", no_types},
    {"state", "a", no_types},
    {"done", "", no_types},
    {"closed", "", no_types},
    {"parent", "3?o", toplevel_types},
};

static const struct wl_interface handle_interface = {
    "zwlr_foreign_toplevel_handle_v1", 3, 10, handle_requests, 8, handle_events,
};

static const struct wl_message manager_requests[] = {{"stop", "", no_types}};

static const struct wl_message manager_events[] = {
    {"toplevel", "n", toplevel_types},
    {"finished", "", no_types},
};

static const struct wl_interface manager_interface = {
    "zwlr_foreign_toplevel_manager_v1", 3, 1, manager_requests, 2, manager_events,
};

static const struct wl_message callback_events[] = {{"done", "u", no_types}};

static const struct wl_interface callback_interface = {
    "wl_callback", 1, 0, NULL, 1, callback_events,
};

static const struct wl_message registry_requests[] = {{"bind", "usun", no_types}};

static const struct wl_message registry_events[] = {
    {"global", "usu", no_types},
    {"global_remove", "u", no_types},
};

static const struct wl_interface registry_interface = {
    "wl_registry", 1, 1, registry_requests, 2, registry_events,
};

enum {
    DISPLAY_SYNC = 0,
    DISPLAY_GET_REGISTRY = 1,
    REGISTRY_BIND = 0,
    HANDLE_DESTROY = 7,
    STATE_ACTIVATED = 2,
};

// MARK: Toplevel windows

static void destroy_handle(struct wl_proxy *proxy) {
    wl_proxy_marshal_flags(
        proxy, HANDLE_DESTROY, NULL, wl_proxy_get_version(proxy), WL_MARSHAL_FLAG_DESTROY);
}

static void forget(struct toplevel *toplevel) {
    wl_list_remove(&toplevel->link);
    toplevel->owner->toplevel_count--;
    free(toplevel->app_id);
    free(toplevel->pending_app_id);
    free(toplevel);
}

static void on_text(void *data, struct wl_proxy *proxy, const char *text) {
    (void)data, (void)proxy, (void)text;
}

static void on_object(void *data, struct wl_proxy *proxy, void *object) {
    (void)data, (void)proxy, (void)object;
}

static void on_app_id(void *data, struct wl_proxy *proxy, const char *app_id) {
    (void)proxy;
    struct toplevel *toplevel = data;
    free(toplevel->pending_app_id);
    toplevel->pending_app_id = strndup(app_id, APP_ID_BYTES_MAX);
}

static void on_state(void *data, struct wl_proxy *proxy, struct wl_array *states) {
    (void)proxy;
    struct toplevel *toplevel = data;
    toplevel->is_pending_activated = false;
    for (size_t offset = 0; offset + sizeof(uint32_t) <= states->size; offset += sizeof(uint32_t)) {
        uint32_t state;
        memcpy(&state, (const char *)states->data + offset, sizeof state);
        if (state == STATE_ACTIVATED) toplevel->is_pending_activated = true;
    }
}

static void on_done(void *data, struct wl_proxy *proxy) {
    (void)proxy;
    struct toplevel *toplevel = data;
    if (toplevel->pending_app_id) {
        free(toplevel->app_id);
        toplevel->app_id = toplevel->pending_app_id;
        toplevel->pending_app_id = NULL;
    }
    if (toplevel->is_pending_activated && !toplevel->is_activated) {
        toplevel->activation = ++toplevel->owner->activation_count;
    }
    toplevel->is_activated = toplevel->is_pending_activated;
}

static void on_closed(void *data, struct wl_proxy *proxy) {
    forget(data);
    destroy_handle(proxy);
}

static const struct {
    void (*title)(void *, struct wl_proxy *, const char *);
    void (*app_id)(void *, struct wl_proxy *, const char *);
    void (*output_enter)(void *, struct wl_proxy *, void *);
    void (*output_leave)(void *, struct wl_proxy *, void *);
    void (*state)(void *, struct wl_proxy *, struct wl_array *);
    void (*done)(void *, struct wl_proxy *);
    void (*closed)(void *, struct wl_proxy *);
    void (*parent)(void *, struct wl_proxy *, void *);
} handle_listener = {
    on_text, on_app_id, on_object, on_object, on_state, on_done, on_closed, on_object,
};

// MARK: The manager

static void on_toplevel(void *data, struct wl_proxy *manager, struct wl_proxy *proxy) {
    (void)manager;
    struct wayland_windows *windows = data;
    struct toplevel *toplevel = NULL;
    if (!proxy) return;
    if (windows->toplevel_count < TOPLEVELS_MAX) toplevel = calloc(1, sizeof *toplevel);
    if (!toplevel) return destroy_handle(proxy);
    toplevel->owner = windows;
    toplevel->proxy = proxy;
    wl_list_insert(&windows->toplevels, &toplevel->link);
    windows->toplevel_count++;
    wl_proxy_add_listener(proxy, (void (**)(void))&handle_listener, toplevel);
}

static void on_finished(void *data, struct wl_proxy *manager) {
    (void)manager;
    struct wayland_windows *windows = data;
    windows->is_finished = true;
}

static const struct {
    void (*toplevel)(void *, struct wl_proxy *, struct wl_proxy *);
    void (*finished)(void *, struct wl_proxy *);
} manager_listener = {on_toplevel, on_finished};

// MARK: The registry

static void on_global(
    void *data, struct wl_proxy *registry, uint32_t name, const char *interface, uint32_t version) {
    struct wayland_windows *windows = data;
    if (windows->manager || strcmp(interface, manager_interface.name) != 0) return;
    if (version > MANAGER_VERSION_MAX) version = MANAGER_VERSION_MAX;
    if (version == 0) return;
    windows->manager = wl_proxy_marshal_flags(
        registry, REGISTRY_BIND, &manager_interface, version, 0, name, manager_interface.name,
        version, NULL);
    if (!windows->manager) return;
    wl_proxy_add_listener(windows->manager, (void (**)(void))&manager_listener, windows);
}

static void on_global_remove(void *data, struct wl_proxy *registry, uint32_t name) {
    (void)data, (void)registry, (void)name;
}

static const struct {
    void (*global)(void *, struct wl_proxy *, uint32_t, const char *, uint32_t);
    void (*global_remove)(void *, struct wl_proxy *, uint32_t);
} registry_listener = {on_global, on_global_remove};

static void sync_display(struct wayland_windows *windows);

static void on_synced(void *data, struct wl_proxy *callback, uint32_t serial) {
    (void)serial;
    struct wayland_windows *windows = data;
    wl_proxy_destroy(callback);
    windows->sync = NULL;
    // The first answer follows the globals, the second the windows of the manager.
    if (!windows->is_answered && windows->manager) sync_display(windows);
    windows->is_answered = true;
}

static const struct {
    void (*done)(void *, struct wl_proxy *, uint32_t);
} callback_listener = {on_synced};

static void sync_display(struct wayland_windows *windows) {
    windows->sync = wl_proxy_marshal_flags(
        (struct wl_proxy *)windows->display, DISPLAY_SYNC, &callback_interface, 1, 0, NULL);
    if (!windows->sync) return;
    wl_proxy_add_listener(windows->sync, (void (**)(void))&callback_listener, windows);
}

// MARK: The connection

static int descriptor(sori_windows *base) {
    return wl_display_get_fd(((struct wayland_windows *)base)->display);
}

static sori_windows_state process(sori_windows *base, bool *has_more, bool *wants_write) {
    (void)has_more;
    struct wayland_windows *windows = (struct wayland_windows *)base;
    while (wl_display_prepare_read(windows->display) != 0) {
        if (wl_display_dispatch_pending(windows->display) < 0) return SORI_WINDOWS_LOST;
    }
    // Reads what is there, without waiting.
    if (wl_display_read_events(windows->display) < 0) return SORI_WINDOWS_LOST;
    if (wl_display_dispatch_pending(windows->display) < 0) return SORI_WINDOWS_LOST;
    if (wl_display_flush(windows->display) < 0) {
        if (errno != EAGAIN) return SORI_WINDOWS_LOST;
        *wants_write = true;
    }
    if (!windows->is_answered || (windows->manager && windows->sync)) {
        return SORI_WINDOWS_CONNECTING;
    }
    if (!windows->manager || windows->is_finished) return SORI_WINDOWS_UNSUPPORTED;
    return SORI_WINDOWS_READY;
}

static bool get_active(sori_windows *base, sori_active_window *active) {
    struct wayland_windows *windows = (struct wayland_windows *)base;
    struct toplevel *found = NULL, *toplevel;
    if (windows->is_finished) return false;
    wl_list_for_each(toplevel, &windows->toplevels, link) {
        if (!toplevel->is_activated) continue;
        if (!found || toplevel->activation > found->activation) found = toplevel;
    }
    if (!found) return false;
    active->app_id = found->app_id ? found->app_id : "";
    active->process_id = 0;
    active->is_process_id_verified = false;
    return true;
}

static void close_windows(sori_windows *base) {
    struct wayland_windows *windows = (struct wayland_windows *)base;
    struct toplevel *toplevel, *next;
    wl_list_for_each_safe(toplevel, next, &windows->toplevels, link) {
        struct wl_proxy *proxy = toplevel->proxy;
        forget(toplevel);
        wl_proxy_destroy(proxy);
    }
    if (windows->manager) wl_proxy_destroy(windows->manager);
    if (windows->sync) wl_proxy_destroy(windows->sync);
    if (windows->registry) wl_proxy_destroy(windows->registry);
    wl_display_disconnect(windows->display);
    free(windows);
}

// Not by `wl_display_connect`, which takes and closes the descriptor in `WAYLAND_SOCKET`.
static int connect_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, length);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return -1;
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0) return file;
    close(file);
    return -1;
}

sori_windows *sori_windows_open_wayland(const char *socket_path) {
    int file = connect_socket(socket_path);
    if (file < 0) return NULL;
    struct wl_display *display =
        open_wayland_library() ? wl_display_connect_to_fd(file) : NULL;
    if (!display) {
        close(file);
        return NULL;
    }
    struct wayland_windows *windows = calloc(1, sizeof *windows);
    if (!windows) {
        wl_display_disconnect(display);
        return NULL;
    }
    windows->base = (struct sori_windows){
        .descriptor = descriptor,
        .process = process,
        .get_active = get_active,
        .close = close_windows,
    };
    windows->display = display;
    wl_list_init(&windows->toplevels);
    windows->registry = wl_proxy_marshal_flags(
        (struct wl_proxy *)display, DISPLAY_GET_REGISTRY, &registry_interface, 1, 0, NULL);
    if (windows->registry) {
        wl_proxy_add_listener(
            windows->registry, (void (**)(void))&registry_listener, windows);
        sync_display(windows);
    }
    if (!windows->sync) {
        close_windows(&windows->base);
        return NULL;
    }
    return &windows->base;
}

#endif
