// Declarations shared by the files of this target.
#pragma once

#include "CWindowSystemShim.h"

struct sori_windows {
    int (*descriptor)(sori_windows *windows);
    sori_windows_state (*process)(sori_windows *windows, bool *has_more, bool *wants_write);
    // Writes `active`; returns whether a window is active.
    bool (*get_active)(sori_windows *windows, sori_active_window *active);
    void (*close)(sori_windows *windows);
    sori_active_window active;
};
