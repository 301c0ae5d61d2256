#ifdef SORI_X11

#define _GNU_SOURCE
#include "Internal.h"
#include "X11Library.h"

#include <stdlib.h>
#include <string.h>

// The active window of an X server: a property of the root window that the window manager writes.

enum {
    EVENTS_PER_TURN_MAX = 1024,
    // In units of four bytes.
    CLASS_LENGTH_MAX = 256,
};

struct x11_windows {
    struct sori_windows base;
    xcb_connection_t *connection;
    xcb_window_t root;
    xcb_atom_t active_window_atom;
    xcb_atom_t process_id_atom;
    bool has_client_ids;

    xcb_window_t active;
    char *app_id;
    int32_t process_id;
    bool is_process_id_verified;
    // What must be read again.
    bool is_active_dirty;
    bool are_properties_dirty;
};

static xcb_get_property_reply_t *read_property(
    struct x11_windows *windows, xcb_window_t window, xcb_atom_t atom, xcb_atom_t type,
    uint32_t length) {
    return xcb_get_property_reply(
        windows->connection,
        xcb_get_property(windows->connection, 0, window, atom, type, 0, length), NULL);
}

static uint32_t read_number(
    struct x11_windows *windows, xcb_window_t window, xcb_atom_t atom, xcb_atom_t type) {
    uint32_t number = 0;
    xcb_get_property_reply_t *reply = read_property(windows, window, atom, type, 1);
    if (reply && reply->type == type && reply->format == 32 && reply->value_len >= 1) {
        memcpy(&number, xcb_get_property_value(reply), sizeof number);
    }
    free(reply);
    return number;
}

static xcb_atom_t intern(struct x11_windows *windows, const char *name) {
    xcb_atom_t atom = XCB_ATOM_NONE;
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
        windows->connection,
        xcb_intern_atom(windows->connection, 0, (uint16_t)strlen(name), name), NULL);
    if (reply) atom = reply->atom;
    free(reply);
    return atom;
}

// Client IDs came with version 1.2 of the extension.
static bool has_client_ids(struct x11_windows *windows) {
    const xcb_query_extension_reply_t *extension =
        xcb_get_extension_data(windows->connection, &xcb_res_id);
    if (!extension || !extension->present) return false;
    xcb_res_query_version_reply_t *reply = xcb_res_query_version_reply(
        windows->connection,
        xcb_res_query_version(
            windows->connection, XCB_RES_MAJOR_VERSION, XCB_RES_MINOR_VERSION),
        NULL);
    bool has_them = reply
        && (reply->server_major > 1 || (reply->server_major == 1 && reply->server_minor >= 2));
    free(reply);
    return has_them;
}

// WM_CLASS is the instance and the class, each with a zero byte at its end.
static char *read_class(struct x11_windows *windows, xcb_window_t window) {
    char *class = NULL;
    xcb_get_property_reply_t *reply =
        read_property(windows, window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, CLASS_LENGTH_MAX);
    if (reply && reply->format == 8) {
        const char *bytes = xcb_get_property_value(reply);
        size_t count = (size_t)xcb_get_property_value_length(reply);
        size_t instance_count = strnlen(bytes, count);
        if (instance_count < count) {
            class = strndup(bytes + instance_count + 1, count - instance_count - 1);
        } else {
            class = strndup(bytes, count);
        }
    }
    free(reply);
    return class;
}

// Asks the server for the process that owns a window. Returns 0 when it does not know.
static uint32_t query_process_id(struct x11_windows *windows, xcb_window_t window) {
    if (!windows->has_client_ids) return 0;
    const xcb_res_client_id_spec_t spec = {window, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
    xcb_res_query_client_ids_reply_t *reply = xcb_res_query_client_ids_reply(
        windows->connection, xcb_res_query_client_ids(windows->connection, 1, &spec), NULL);
    if (!reply) return 0;
    uint32_t process_id = 0;
    xcb_res_client_id_value_iterator_t ids = xcb_res_query_client_ids_ids_iterator(reply);
    for (; ids.rem > 0; xcb_res_client_id_value_next(&ids)) {
        if (!(ids.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID)) continue;
        if (xcb_res_client_id_value_value_length(ids.data) < 1) continue;
        memcpy(&process_id, xcb_res_client_id_value_value(ids.data), sizeof process_id);
    }
    free(reply);
    return process_id;
}

static void read_properties(struct x11_windows *windows) {
    windows->are_properties_dirty = false;
    free(windows->app_id);
    windows->app_id = NULL;
    windows->process_id = 0;
    if (windows->active == XCB_WINDOW_NONE) return;
    windows->app_id = read_class(windows, windows->active);
    uint32_t process_id = query_process_id(windows, windows->active);
    windows->is_process_id_verified = process_id != 0;
    if (process_id == 0) {
        process_id = read_number(
            windows, windows->active, windows->process_id_atom, XCB_ATOM_CARDINAL);
    }
    windows->process_id = process_id <= INT32_MAX ? (int32_t)process_id : 0;
}

static void read_active(struct x11_windows *windows) {
    windows->is_active_dirty = false;
    xcb_window_t active = read_number(
        windows, windows->root, windows->active_window_atom, XCB_ATOM_WINDOW);
    if (active == windows->active) return;
    // A window that has gone already is an error of the server, which is an event to ignore.
    uint32_t events = 0;
    if (windows->active != XCB_WINDOW_NONE) {
        xcb_change_window_attributes(
            windows->connection, windows->active, XCB_CW_EVENT_MASK, &events);
    }
    events = XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY;
    if (active != XCB_WINDOW_NONE && active != windows->root) {
        xcb_change_window_attributes(windows->connection, active, XCB_CW_EVENT_MASK, &events);
    } else {
        active = XCB_WINDOW_NONE;
    }
    windows->active = active;
    windows->are_properties_dirty = true;
}

static void handle(struct x11_windows *windows, const xcb_generic_event_t *event) {
    switch (event->response_type & 0x7F) {
    case XCB_PROPERTY_NOTIFY: {
        const xcb_property_notify_event_t *property = (const void *)event;
        if (property->window == windows->root) {
            if (property->atom == windows->active_window_atom) windows->is_active_dirty = true;
        } else if (property->window == windows->active) {
            if (property->atom == XCB_ATOM_WM_CLASS
                || property->atom == windows->process_id_atom) {
                windows->are_properties_dirty = true;
            }
        }
        break;
    }
    case XCB_DESTROY_NOTIFY: {
        const xcb_destroy_notify_event_t *destroyed = (const void *)event;
        if (destroyed->window == windows->active) {
            windows->active = XCB_WINDOW_NONE;
            windows->are_properties_dirty = true;
        }
        break;
    }
    }
}

static int descriptor(sori_windows *base) {
    return xcb_get_file_descriptor(((struct x11_windows *)base)->connection);
}

static sori_windows_state process(sori_windows *base, bool *has_more, bool *wants_write) {
    (void)wants_write;
    struct x11_windows *windows = (struct x11_windows *)base;
    int count = 0;
    xcb_generic_event_t *event;
    while (count < EVENTS_PER_TURN_MAX && (event = xcb_poll_for_event(windows->connection))) {
        handle(windows, event);
        free(event);
        count++;
    }
    bool reads = windows->is_active_dirty || windows->are_properties_dirty;
    if (windows->is_active_dirty) read_active(windows);
    if (windows->are_properties_dirty) read_properties(windows);
    // Events that came while an answer was read are in memory.
    *has_more = reads || count == EVENTS_PER_TURN_MAX;
    xcb_flush(windows->connection);
    return xcb_connection_has_error(windows->connection) ? SORI_WINDOWS_LOST : SORI_WINDOWS_READY;
}

static bool get_active(sori_windows *base, sori_active_window *active) {
    struct x11_windows *windows = (struct x11_windows *)base;
    if (windows->active == XCB_WINDOW_NONE) return false;
    active->app_id = windows->app_id ? windows->app_id : "";
    active->process_id = windows->process_id;
    active->is_process_id_verified = windows->is_process_id_verified;
    return true;
}

static void close_windows(sori_windows *base) {
    struct x11_windows *windows = (struct x11_windows *)base;
    xcb_disconnect(windows->connection);
    free(windows->app_id);
    free(windows);
}

static xcb_window_t root_of(xcb_connection_t *connection, int screen_index) {
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection));
    for (; screens.rem > 0; xcb_screen_next(&screens)) {
        if (screen_index-- == 0) return screens.data->root;
    }
    return XCB_WINDOW_NONE;
}

sori_windows *sori_windows_open_x11(const char *display) {
    if (!open_x11_libraries()) return NULL;
    int screen_index = 0;
    struct x11_windows *windows = calloc(1, sizeof *windows);
    if (!windows) return NULL;
    windows->base = (struct sori_windows){
        .descriptor = descriptor,
        .process = process,
        .get_active = get_active,
        .close = close_windows,
    };
    windows->connection = xcb_connect(display, &screen_index);
    if (xcb_connection_has_error(windows->connection)) goto fail;
    windows->root = root_of(windows->connection, screen_index);
    windows->active_window_atom = intern(windows, "_NET_ACTIVE_WINDOW");
    windows->process_id_atom = intern(windows, "_NET_WM_PID");
    windows->has_client_ids = has_client_ids(windows);
    if (windows->root == XCB_WINDOW_NONE || windows->active_window_atom == XCB_ATOM_NONE) goto fail;
    const uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(
        windows->connection, windows->root, XCB_CW_EVENT_MASK, &events);
    windows->is_active_dirty = true;
    return &windows->base;
fail:
    close_windows(&windows->base);
    return NULL;
}

#endif
