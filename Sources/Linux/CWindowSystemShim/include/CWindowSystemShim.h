// A connection to a window system that reports the active window, through plain numbers and strings.
//
// libwayland's requests are variadic and its listeners are tables of functions, which Swift cannot
// write. Without the package traits `Wayland` and `X11` nothing of a library is used here, and no
// connection can be opened.
//
// A connection is used by one thread at a time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct sori_windows sori_windows;

typedef enum __attribute__((enum_extensibility(closed))) sori_windows_state {
    // The window system has not answered yet.
    SORI_WINDOWS_CONNECTING __attribute__((swift_name("connecting"))) = 0,
    // The active window is known.
    SORI_WINDOWS_READY __attribute__((swift_name("ready"))),
    // The window system does not report active windows.
    SORI_WINDOWS_UNSUPPORTED __attribute__((swift_name("unsupported"))),
    // The connection has ended; close it.
    SORI_WINDOWS_LOST __attribute__((swift_name("lost"))),
} sori_windows_state;

typedef struct sori_active_window {
    const char *app_id;
    // 0 when unknown.
    int32_t process_id;
    // Whether the process ID is the window system's word, not the client's.
    bool is_process_id_verified;
} sori_active_window;

// Whether this build has the libraries.
bool sori_windows_has_wayland(void);
bool sori_windows_has_x11(void);

// Opens a connection to the compositor that listens at a socket. Returns NULL when there is none.
sori_windows *_Nullable sori_windows_open_wayland(const char *socket_path);

// Opens a connection to an X server, and waits for its greeting. Returns NULL when there is none.
sori_windows *_Nullable sori_windows_open_x11(const char *display);

// The descriptor that is readable when there is something to process.
int sori_windows_descriptor(sori_windows *windows);

// Handles a bounded number of events that have arrived, and sends requests.
//
// `has_more` receives whether events are left that the descriptor does not show.
// `wants_write` receives whether requests wait until the descriptor is writable.
sori_windows_state sori_windows_process(sori_windows *windows, bool *has_more, bool *wants_write);

// Returns the active window, valid until the connection is used the next time; NULL for none.
const sori_active_window *_Nullable sori_windows_get_active(sori_windows *windows);

void sori_windows_close(sori_windows *windows);

#pragma clang assume_nonnull end
