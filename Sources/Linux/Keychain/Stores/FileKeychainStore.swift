import Foundation
import Synchronization

/// Items in a file of the user's, which is not encrypted. Any thread.
///
/// The file is a binary property list, `version` and `items`: data in which each item is a property
/// list again, after its length in four bytes. So one that is damaged leaves the others whole. Only
/// its user may read and write the file; one that others may is not touched. A file of another form
/// is set aside.
package final class FileKeychainStore: KeychainStore {
    /// Most items of a file.
    package static let itemsMax = 100_000
    private static let version = 1

    package let path: String
    private let file: StoreFile
    private let note: @Sendable (String) -> Void
    private let hasSaidWhy = Mutex(false)
    /// The items of the last contents, so that each is decoded once.
    private let decoded = Mutex<[[UInt8]: KeychainItem]>([:])

    /// - Parameters:
    ///   - path: The path of the file. Its folder is made, for the user alone, when there is none.
    ///   - fault: Called before each step; a result other than 0 is the error with which it fails.
    ///   - note: Receives a sentence about a file that is set aside.
    package init(
        path: String, fault: @escaping @Sendable (StoreFileStep) -> Int32 = { _ in 0 },
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.path = path
        self.note = note
        file = StoreFile(path: path, fault: fault)
    }

    package func access(
        _ scope: KeychainScope, writes: Bool,
        _ body: (KeychainContents) throws(KeychainError) -> [KeychainEdit]
    ) throws(KeychainError) {
        try sayingWhy { () throws(KeychainError) in
            let isShown = writes ? false : try look(body)
            if !isShown { try change(body) }
        }
    }

    /// Shows `body` the items. The file is whole at each moment, so a reader needs no lock.
    ///
    /// - Returns: Whether there was something to show: no damaged file.
    private func look(
        _ body: (KeychainContents) throws(KeychainError) -> [KeychainEdit]
    ) throws(KeychainError) -> Bool {
        var contents = KeychainContents()
        if let bytes = try file.read() {
            guard let entries = try entries(bytes) else { return false }
            contents = Self.contents(entries)
        }
        _ = try body(contents)
        return true
    }

    private func change(
        _ body: (KeychainContents) throws(KeychainError) -> [KeychainEdit]
    ) throws(KeychainError) {
        try file.locked { () throws(KeychainError) in
            var entries = try entriesOrSetAside()
            let edits = try body(Self.contents(entries))
            guard !edits.isEmpty else { return }
            for edit in edits { try Self.apply(edit, to: &entries) }
            guard entries.count <= Self.itemsMax else { throw .diskFull }
            guard let bytes = Self.bytes(entries) else { throw .inputOutput }
            try file.replace(with: bytes)
        }
    }

    // MARK: The file's contents

    private struct Version: Decodable {
        var version: Int
    }

    private struct Contents: Codable {
        var version: Int
        var items: Data
    }

    /// An entry of the file; one that is no item stays as it is.
    private struct Entry {
        var bytes: [UInt8]
        var item: KeychainItem?

        init(_ bytes: [UInt8], _ item: KeychainItem?) {
            self.bytes = bytes
            self.item = item
        }

        init(_ item: KeychainItem) throws(KeychainError) {
            guard let bytes = ItemCoding.bytes(item) else { throw .inputOutput }
            self.init([UInt8](bytes), item)
        }
    }

    /// Uses the file, and says once why it is not used.
    private func sayingWhy(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
        do throws(KeychainError) {
            try body()
        } catch {
            if error == .notAvailable {
                say(
                    "it must be a file of its user's, for no one else, in a folder of its user's "
                        + "that can be written, and that no one else may change")
            }
            throw error
        }
    }

    private func say(_ why: String) {
        let isNew = hasSaidWhy.withLock { hasSaidWhy in
            defer { hasSaidWhy = true }
            return !hasSaidWhy
        }
        if isNew { note("the keychain's file \(path) is not used: \(why)") }
    }

    private func entriesOrSetAside() throws(KeychainError) -> [Entry] {
        guard let bytes = try file.read() else { return [] }
        if let entries = try entries(bytes) { return entries }
        let name = try file.setAside()
        note("the keychain's file \(path) is damaged; it is now \(name)")
        return []
    }

    /// - Returns: `nil` for a damaged file.
    /// - Throws: `notAvailable` for the file of a later version.
    private func entries(_ bytes: Data) throws(KeychainError) -> [Entry]? {
        guard let written = ItemCoding.decoded(Version.self, bytes) else { return nil }
        guard written.version == Self.version else {
            say("it is of version \(written.version), which this version of Sori does not know")
            throw .notAvailable
        }
        guard let contents = ItemCoding.decoded(Contents.self, bytes),
            let pieces = Self.pieces([UInt8](contents.items))
        else { return nil }
        let known = decoded.withLock { $0 }
        var next: [[UInt8]: KeychainItem] = [:]
        let entries = pieces.map { bytes in
            let item = known[bytes] ?? ItemCoding.item(Data(bytes))
            next[bytes] = item
            return Entry(bytes, item)
        }
        decoded.withLock { $0 = next }
        return entries
    }

    /// The pieces of bytes in which each has its length before it, as four bytes.
    ///
    /// - Returns: `nil` where the lengths do not fit.
    private static func pieces(_ bytes: [UInt8]) -> [[UInt8]]? {
        var pieces: [[UInt8]] = []
        var position = 0
        while position < bytes.count {
            guard bytes.count - position >= 4 else { return nil }
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            position += 4
            guard length <= bytes.count - position else { return nil }
            pieces.append(Array(bytes[position..<position + length]))
            position += length
        }
        return pieces
    }

    private static func contents(_ entries: [Entry]) -> KeychainContents {
        var contents = KeychainContents(entries.compactMap(\.item))
        contents.damagedCount = entries.count - contents.items.count
        return contents
    }

    private static func apply(
        _ edit: KeychainEdit, to entries: inout [Entry]
    ) throws(KeychainError) {
        switch edit {
        case .add(let item): entries.append(try Entry(item))
        case .replace(let item, _):
            let index = entries.firstIndex { $0.item?.number == item.number }
            if let index { entries[index] = try Entry(item) }
        case .remove(let item): entries.removeAll { $0.item?.number == item.number }
        }
    }

    private static func bytes(_ entries: [Entry]) -> Data? {
        var items: [UInt8] = []
        for entry in entries {
            let length = UInt32(entry.bytes.count).bigEndian
            withUnsafeBytes(of: length) { items.append(contentsOf: $0) }
            items += entry.bytes
        }
        return ItemCoding.encoded(Contents(version: version, items: Data(items)))
    }
}
