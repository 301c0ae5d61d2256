#ifdef SORI_MEDIA_LIBRARY

#include "CSQLite.h"
#include "CLibraryLoader.h"

// Pointers to SQLite's own functions, valid once the library is loaded.
#define DECLARE(result, failure, name, parameters, arguments) __typeof__(name) *name;
static struct {
    SORI_SQLITE_FUNCTIONS(DECLARE)
} functions;

#define SYMBOL(result, failure, name, parameters, arguments) {#name, (void **)&functions.name},
static const sori_symbol symbols[] = {SORI_SQLITE_FUNCTIONS(SYMBOL)};

static sori_library sqlite = {
    .file_name = "libsqlite3.so.0", .project = "SQLite", .package = "libsqlite3-0",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

const char *sori_sqlite_error(void) {
    return sori_library_error(&sqlite);
}

#define DEFINE(result, failure, name, parameters, arguments) \
    result name parameters {                                 \
        if (!sori_library_is_there(&sqlite)) return failure; \
        return functions.name arguments;                     \
    }
SORI_SQLITE_FUNCTIONS(DEFINE)

#endif
