// The functions of SQLite that are used here.
//
// F(name, count of its parameters, result without the library)
#pragma once

#define SORI_SQLITE_FUNCTIONS(F) \
    F(sqlite3_bind_blob64, 5, SQLITE_CANTOPEN) \
    F(sqlite3_bind_double, 3, SQLITE_CANTOPEN) \
    F(sqlite3_bind_int64, 3, SQLITE_CANTOPEN) \
    F(sqlite3_bind_null, 2, SQLITE_CANTOPEN) \
    F(sqlite3_bind_text64, 6, SQLITE_CANTOPEN) \
    F(sqlite3_busy_timeout, 2, SQLITE_CANTOPEN) \
    F(sqlite3_changes, 1, 0) \
    F(sqlite3_close_v2, 1, SQLITE_CANTOPEN) \
    F(sqlite3_column_blob, 2, nullptr) \
    F(sqlite3_column_bytes, 2, 0) \
    F(sqlite3_column_double, 2, 0) \
    F(sqlite3_column_int64, 2, 0) \
    F(sqlite3_column_text, 2, nullptr) \
    F(sqlite3_column_type, 2, SQLITE_NULL) \
    F(sqlite3_errmsg, 1, sori_sqlite_error()) \
    F(sqlite3_exec, 5, SQLITE_CANTOPEN) \
    F(sqlite3_finalize, 1, SQLITE_CANTOPEN) \
    F(sqlite3_get_autocommit, 1, 1) \
    F(sqlite3_limit, 3, -1) \
    F(sqlite3_open, 2, SQLITE_CANTOPEN) \
    F(sqlite3_open_v2, 4, SQLITE_CANTOPEN) \
    F(sqlite3_prepare_v3, 6, SQLITE_CANTOPEN) \
    F(sqlite3_reset, 1, SQLITE_CANTOPEN) \
    F(sqlite3_step, 1, SQLITE_CANTOPEN)
