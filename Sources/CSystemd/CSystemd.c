#ifdef SORI_DBUS

#include "CSystemd.h"
#include "CLibraryLoader.h"

#include <errno.h>

// Pointers to libsystemd's own functions, valid once the library is loaded.
#define DECLARE(result, failure, name, parameters, arguments) __typeof__(name) *name;
static struct {
    SORI_SYSTEMD_FUNCTIONS(DECLARE)
} functions;

#define SYMBOL(result, failure, name, parameters, arguments) {#name, (void **)&functions.name},
static const sori_symbol symbols[] = {SORI_SYSTEMD_FUNCTIONS(SYMBOL)};

static sori_library systemd = {
    .file_name = "libsystemd.so.0", .project = "systemd", .package = "libsystemd0",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

#define DEFINE(result, failure, name, parameters, arguments)  \
    result name parameters {                                  \
        if (!sori_library_is_there(&systemd)) return failure; \
        return functions.name arguments;                      \
    }
SORI_SYSTEMD_FUNCTIONS(DEFINE)

#endif
