#ifdef SORI_MEDIA_LIBRARY

#include "CSQLite.h"
#include "LibraryLoader.h"

// Pointers to SQLite's own functions, valid once the library is loaded.
static struct {
    SORI_SQLITE_FUNCTIONS(SORI_POINTER)
} functions;

static const sori_symbol symbols[] = {SORI_SQLITE_FUNCTIONS(SORI_SYMBOL)};

static sori_library sqlite = {
    .file_name = "libsqlite3.so.0", .project = "SQLite", .package = "libsqlite3-0",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

const char *sori_sqlite_error(void) {
    return sori_library_error(&sqlite);
}

#define DEFINE(...) SORI_WRAP(sqlite, __VA_ARGS__)
SORI_SQLITE_FUNCTIONS(DEFINE)

#endif
