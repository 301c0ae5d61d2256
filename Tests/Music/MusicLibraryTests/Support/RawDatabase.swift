#if MediaLibrary
    import CSQLite

    /// A database that is written without the library.
    enum RawDatabase {
        struct Failure: Error {
            var message: String
        }

        /// Runs statements in a database, which is made if it is missing.
        static func run(_ sql: String, at path: String) throws {
            var connection: OpaquePointer?
            defer { sqlite3_close_v2(connection) }
            guard sqlite3_open(path, &connection) == SQLITE_OK,
                sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK
            else { throw Failure(message: String(cString: sqlite3_errmsg(connection))) }
        }
    }
#else
    enum RawDatabase {
        static func run(_ sql: String, at path: String) throws {}
    }
#endif
