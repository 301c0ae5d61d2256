#if MediaLibrary
    import CSQLite

    /// A connection to an SQLite database, with its prepared statements.
    ///
    /// A connection belongs to one thread at a time.
    final class Database {
        let path: String
        private let connection: OpaquePointer
        private var statements: [String: Statement] = [:]

        /// How long a statement waits for another process, in milliseconds.
        private static let busyMilliseconds: Int32 = 10_000
        private static let statementsMax = 128

        /// Opens or makes a database.
        init(path: String) throws(LibraryError) {
            var opened: OpaquePointer?
            let flags =
                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
                | SQLITE_OPEN_EXRESCODE
            let code = sqlite3_open_v2(path, &opened, flags, nil)
            guard code == SQLITE_OK, let opened else {
                let missing = String(cString: sori_sqlite_error())
                let message =
                    opened.map { String(cString: sqlite3_errmsg($0)) }
                    ?? (missing.isEmpty ? "no memory" : "needs \(missing)")
                sqlite3_close_v2(opened)
                throw LibraryError.cannotOpen(path: path, message: message)
            }
            connection = opened
            self.path = path
            sqlite3_busy_timeout(connection, Self.busyMilliseconds)
            // Values in a damaged or foreign database are not trusted.
            sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1 << 26)
        }

        deinit {
            for statement in statements.values { statement.finalize() }
            sqlite3_close_v2(connection)
        }

        /// Runs statements without results.
        func execute(_ sql: String) throws(LibraryError) {
            try check(sqlite3_exec(connection, sql, nil, nil, nil))
        }

        /// A statement with these values bound; it must be used up before the same SQL is run again.
        func query(_ sql: String, _ values: SQLValue...) throws(LibraryError) -> Statement {
            try query(sql, values: values)
        }

        func query(_ sql: String, values: [SQLValue]) throws(LibraryError) -> Statement {
            let statement = try prepared(sql)
            try statement.bind(values)
            return statement
        }

        /// Runs a statement to its end.
        func run(_ sql: String, _ values: SQLValue...) throws(LibraryError) {
            let statement = try query(sql, values: values)
            while try statement.step() {}
        }

        func run(_ sql: String, values: [SQLValue]) throws(LibraryError) {
            let statement = try query(sql, values: values)
            while try statement.step() {}
        }

        /// The first column of the first row, as a number; nil without a row.
        func number(_ sql: String, _ values: SQLValue...) throws(LibraryError) -> Int64? {
            let statement = try query(sql, values: values)
            defer { statement.reset() }
            return try statement.step() ? statement.optionalInteger(0) : nil
        }

        /// The first column of the first row, as a text; nil without a row.
        func text(_ sql: String, _ values: SQLValue...) throws(LibraryError) -> String? {
            let statement = try query(sql, values: values)
            defer { statement.reset() }
            return try statement.step() ? statement.optionalText(0) : nil
        }

        var changedRowCount: Int { Int(sqlite3_changes(connection)) }

        var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

        private func prepared(_ sql: String) throws(LibraryError) -> Statement {
            if let statement = statements[sql] {
                statement.reset()
                return statement
            }
            if statements.count >= Self.statementsMax {
                for statement in statements.values { statement.finalize() }
                statements = [:]
            }
            var handle: OpaquePointer?
            try check(
                sqlite3_prepare_v3(
                    connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil))
            guard let handle else {
                throw LibraryError.failed(path: path, message: "an empty statement")
            }
            let statement = Statement(handle, of: self)
            statements[sql] = statement
            return statement
        }

        func check(_ code: Int32) throws(LibraryError) {
            guard code != SQLITE_OK else { return }
            throw error(code)
        }

        func error(_ code: Int32) -> LibraryError {
            switch code & 0xFF {
            case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(path: path)
            case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
            case SQLITE_FULL: return .full(path: path)
            case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM:
                return .cannotOpen(path: path, message: String(cString: sqlite3_errmsg(connection)))
            default:
                return .failed(path: path, message: String(cString: sqlite3_errmsg(connection)))
            }
        }
    }

    /// A prepared statement and its present row.
    final class Statement {
        private let handle: OpaquePointer
        private unowned let database: Database

        init(_ handle: OpaquePointer, of database: Database) {
            self.handle = handle
            self.database = database
        }

        func finalize() { sqlite3_finalize(handle) }

        func reset() { sqlite3_reset(handle) }

        func bind(_ values: [SQLValue]) throws(LibraryError) {
            // SQLite copies the bytes.
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            for (index, value) in values.enumerated() {
                let position = Int32(index + 1)
                let code =
                    switch value {
                    case .null: sqlite3_bind_null(handle, position)
                    case .integer(let number): sqlite3_bind_int64(handle, position, number)
                    case .real(let number): sqlite3_bind_double(handle, position, number)
                    case .text(var text):
                        text.withUTF8 { bytes in
                            bytes.withMemoryRebound(to: CChar.self) {
                                sqlite3_bind_text64(
                                    handle, position, $0.baseAddress ?? emptyText,
                                    UInt64($0.count), copied, UInt8(SQLITE_UTF8))
                            }
                        }
                    case .bytes(let bytes):
                        bytes.withUnsafeBytes {
                            sqlite3_bind_blob64(
                                handle, position, $0.baseAddress, UInt64($0.count), copied)
                        }
                    }
                try database.check(code)
            }
        }

        /// Fetches the next row.
        ///
        /// - Returns: false at the end; the statement is then reset.
        func step() throws(LibraryError) -> Bool {
            let code = sqlite3_step(handle)
            if code == SQLITE_ROW { return true }
            let failure = code == SQLITE_DONE ? nil : database.error(code)
            reset()
            if let failure { throw failure }
            return false
        }

        func isNull(_ column: Int) -> Bool {
            sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
        }
        func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
        func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

        func text(_ column: Int) -> String {
            guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
            let count = Int(sqlite3_column_bytes(handle, Int32(column)))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }

        func bytes(_ column: Int) -> [UInt8] {
            guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
            let count = Int(sqlite3_column_bytes(handle, Int32(column)))
            return Array(UnsafeRawBufferPointer(start: start, count: count))
        }

        /// Copies a column's bytes to an array, which need not grow for it.
        ///
        /// - Returns: Whether the array had other bytes.
        func update(_ bytes: inout [UInt8], to column: Int) -> Bool {
            let start = sqlite3_column_blob(handle, Int32(column))
            let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column)))
            let found = UnsafeRawBufferPointer(start: start, count: count)
            if bytes.elementsEqual(found) { return false }
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: found)
            return true
        }
    }

    /// Stands for an empty string, because a null pointer would be bound as null.
    private nonisolated(unsafe) let emptyText = UnsafePointer(
        UnsafeMutablePointer<CChar>.allocate(capacity: 1))
#else
    /// Stands for the database in a build without SQLite: opening fails.
    final class Database {
        let path: String
        var isInTransaction: Bool { false }
        var changedRowCount: Int { 0 }

        init(path: String) throws(LibraryError) {
            self.path = path
            throw LibraryError.unavailable
        }

        func execute(_ sql: String) throws(LibraryError) { throw .unavailable }
        func query(_ sql: String, _ values: SQLValue...) throws(LibraryError) -> Statement {
            throw .unavailable
        }
        func query(_ sql: String, values: [SQLValue]) throws(LibraryError) -> Statement {
            throw .unavailable
        }
        func run(_ sql: String, _ values: SQLValue...) throws(LibraryError) { throw .unavailable }
        func run(_ sql: String, values: [SQLValue]) throws(LibraryError) { throw .unavailable }
        func number(_ sql: String, _ values: SQLValue...) throws(LibraryError) -> Int64? {
            throw .unavailable
        }
        func text(_ sql: String, _ values: SQLValue...) throws(LibraryError) -> String? {
            throw .unavailable
        }
    }

    final class Statement {
        func reset() {}
        func step() throws(LibraryError) -> Bool { throw .unavailable }
        func isNull(_ column: Int) -> Bool { true }
        func integer(_ column: Int) -> Int64 { 0 }
        func real(_ column: Int) -> Double { 0 }
        func text(_ column: Int) -> String { "" }
        func bytes(_ column: Int) -> [UInt8] { [] }
        func update(_ bytes: inout [UInt8], to column: Int) -> Bool { false }
    }
#endif

/// A value that is bound to a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    static func optional(_ number: Int?) -> SQLValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
    static func optional(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null }
    static func optional(_ number: Double?) -> SQLValue { number.map { .real($0) } ?? .null }
    static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
    static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
    static func id(_ id: UInt64) -> SQLValue { .integer(Int64(bitPattern: id)) }
    static func optional(_ id: UInt64?) -> SQLValue { id.map { .id($0) } ?? .null }
}

extension Statement {
    func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    func optionalInt(_ column: Int) -> Int? {
        isNull(column) ? nil : Int(truncatingIfNeeded: integer(column))
    }
    func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }
    func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    func id(_ column: Int) -> UInt64 { UInt64(bitPattern: integer(column)) }
    func optionalID(_ column: Int) -> UInt64? { isNull(column) ? nil : id(column) }
    func flag(_ column: Int) -> Bool { integer(column) != 0 }
}

extension Database {
    /// Runs `body` in a transaction that is undone when it throws.
    func transaction<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(LibraryError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A full disk has ended the transaction already.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
