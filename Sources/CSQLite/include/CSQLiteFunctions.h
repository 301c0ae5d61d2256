// The functions of SQLite that are used here.
//
// F(result, result without the library, name, parameters, arguments)
#pragma once

#define SORI_SQLITE_FUNCTIONS(F) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_bind_blob64, (sqlite3_stmt *statement, int index, \
        const void *bytes, sqlite3_uint64 size, void (*destructor)(void *)), (statement, index, \
        bytes, size, destructor)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_bind_double, (sqlite3_stmt *statement, int index, \
        double value), (statement, index, value)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, \
        sqlite3_int64 value), (statement, index, value)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_bind_null, (sqlite3_stmt *statement, int index), \
        (statement, index)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_bind_text64, (sqlite3_stmt *statement, int index, \
        const char *text, sqlite3_uint64 size, void (*destructor)(void *), \
        unsigned char encoding), (statement, index, text, size, destructor, encoding)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_busy_timeout, (sqlite3 *database, int milliseconds), \
        (database, milliseconds)) \
    F(int, 0, sqlite3_changes, (sqlite3 *database), (database)) \
    F(int, SQLITE_CANTOPEN, sqlite3_close_v2, (sqlite3 *database), (database)) \
    F( \
        const void *, NULL, sqlite3_column_blob, (sqlite3_stmt *statement, int column), \
        (statement, column)) \
    F(int, 0, sqlite3_column_bytes, (sqlite3_stmt *statement, int column), (statement, column)) \
    F( \
        double, 0, sqlite3_column_double, (sqlite3_stmt *statement, int column), (statement, \
        column)) \
    F( \
        sqlite3_int64, 0, sqlite3_column_int64, (sqlite3_stmt *statement, int column), \
        (statement, column)) \
    F( \
        const unsigned char *, NULL, sqlite3_column_text, (sqlite3_stmt *statement, \
        int column), (statement, column)) \
    F( \
        int, SQLITE_NULL, sqlite3_column_type, (sqlite3_stmt *statement, int column), \
        (statement, column)) \
    F(const char *, sori_sqlite_error(), sqlite3_errmsg, (sqlite3 *database), (database)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_exec, (sqlite3 *database, const char *sql, \
        int (*callback)(void *, int, char **, char **), void *context, char **error), \
        (database, sql, callback, context, error)) \
    F(int, SQLITE_CANTOPEN, sqlite3_finalize, (sqlite3_stmt *statement), (statement)) \
    F(int, 1, sqlite3_get_autocommit, (sqlite3 *database), (database)) \
    F( \
        int, -1, sqlite3_limit, (sqlite3 *database, int kind, int value), (database, kind, \
        value)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_open, (const char *path, sqlite3 **database), (path, \
        database)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_open_v2, (const char *path, sqlite3 **database, \
        int flags, const char *system), (path, database, flags, system)) \
    F( \
        int, SQLITE_CANTOPEN, sqlite3_prepare_v3, (sqlite3 *database, const char *sql, \
        int size, unsigned int flags, sqlite3_stmt **statement, const char **rest), (database, \
        sql, size, flags, statement, rest)) \
    F(int, SQLITE_CANTOPEN, sqlite3_reset, (sqlite3_stmt *statement), (statement)) \
    F(int, SQLITE_CANTOPEN, sqlite3_step, (sqlite3_stmt *statement), (statement))
