#include "Internal.h"

#include <stddef.h>

int sori_windows_descriptor(sori_windows *windows) { return windows->descriptor(windows); }

sori_windows_state sori_windows_process(sori_windows *windows, bool *has_more, bool *wants_write) {
    *has_more = false;
    *wants_write = false;
    return windows->process(windows, has_more, wants_write);
}

const sori_active_window *sori_windows_get_active(sori_windows *windows) {
    return windows->get_active(windows, &windows->active) ? &windows->active : NULL;
}

void sori_windows_close(sori_windows *windows) { windows->close(windows); }

bool sori_windows_has_wayland(void) {
#ifdef SORI_WAYLAND
    return true;
#else
    return false;
#endif
}

bool sori_windows_has_x11(void) {
#ifdef SORI_X11
    return true;
#else
    return false;
#endif
}

#ifndef SORI_WAYLAND
sori_windows *sori_windows_open_wayland(const char *socket_path) {
    (void)socket_path;
    return NULL;
}
#endif

#ifndef SORI_X11
sori_windows *sori_windows_open_x11(const char *display) {
    (void)display;
    return NULL;
}
#endif
