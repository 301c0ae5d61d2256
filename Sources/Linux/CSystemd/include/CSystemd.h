// sd-bus, with functions that open libsystemd when they are first called.
//
// A program is not linked to libsystemd and to the six libraries for compression and encryption that
// it needs in turn: each function in CSystemdFunctions.h gets a symbol of our own, which is defined
// in CSystemd.cpp and calls libsystemd's. Without the library it returns an error.
//
// `sd_bus_new` comes first and opens the library.
#pragma once

#if !__has_include(<systemd/sd-bus.h>)
#error "no headers of sd-bus: install libsystemd-dev, or switch trait DBus off"
#endif

#include "CSystemdFunctions.h"

#define SORI_PRAGMA(text) _Pragma(#text)
#define SORI_RENAME(name, parameter_count, failure) SORI_PRAGMA(redefine_extname name sori_##name)
SORI_SYSTEMD_FUNCTIONS(SORI_RENAME)
#undef SORI_RENAME
#undef SORI_PRAGMA

#ifdef __cplusplus
extern "C" {
#endif

#include <systemd/sd-bus.h>

#ifdef __cplusplus
}
#endif
