// SQLite, with functions that open its library when they are first called.
//
// A program that never opens a database is not linked to SQLite: each function in
// CSQLiteFunctions.h gets a symbol of our own, which is defined in CSQLite.cpp and calls SQLite's.
// Without the library it returns an error.
//
// `sqlite3_open_v2` comes first and opens the library.
#pragma once

#if !__has_include(<sqlite3.h>)
#error "no headers of SQLite: install libsqlite3-dev, or switch trait MediaLibrary off"
#endif

#include "CSQLiteFunctions.h"

#define SORI_PRAGMA(text) _Pragma(#text)
#define SORI_RENAME(name, parameter_count, failure) SORI_PRAGMA(redefine_extname name sori_##name)
SORI_SQLITE_FUNCTIONS(SORI_RENAME)
#undef SORI_RENAME
#undef SORI_PRAGMA

#ifdef __cplusplus
extern "C" {
#endif

#include <sqlite3.h>

// Why the library is not there, as in `sori_library_error`: empty unless opening it has failed.
const char *sori_sqlite_error(void);

#ifdef __cplusplus
}
#endif
