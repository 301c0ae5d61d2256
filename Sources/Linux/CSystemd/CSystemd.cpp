#ifdef SORI_DBUS

#include "CSystemd.h"
#include "LibraryLoader.h"

#include <cerrno>

// Pointers to libsystemd's own functions, valid once the library is loaded.
static struct {
    SORI_SYSTEMD_FUNCTIONS(SORI_POINTER)
} functions;

static const sori_symbol symbols[] = {SORI_SYSTEMD_FUNCTIONS(SORI_SYMBOL)};

static sori_library systemd = {
    .file_name = "libsystemd.so.0", .project = "systemd", .package = "libsystemd0",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

#define DEFINE(...) SORI_WRAP(systemd, __VA_ARGS__)
SORI_SYSTEMD_FUNCTIONS(DEFINE)

#endif
