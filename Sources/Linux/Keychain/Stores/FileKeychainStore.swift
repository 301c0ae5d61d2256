import Foundation

/// Items in a file of the user's, which is not encrypted. Any thread.
///
/// The file is a binary property list, `version` and `items`. Only its user may read and write it;
/// one that others may is not touched. A file that is no property list is set aside.
package final class FileKeychainStore: KeychainStore {
    /// Most items of a file.
    package static let itemsMax = 100_000
    private static let version = 1

    package let path: String
    private let file: StoreFile
    private let note: @Sendable (String) -> Void

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
        if !writes {
            // The file is whole at each moment, so a reader needs no lock.
            guard let bytes = try file.read() else {
                _ = try body(KeychainContents())
                return
            }
            if let entries = try Self.entries(bytes) {
                _ = try body(Self.contents(entries))
                return
            }
        }
        try file.locked { () throws(KeychainError) in
            var entries = try entriesOrSetAside()
            let edits = try body(Self.contents(entries))
            guard !edits.isEmpty else { return }
            for edit in edits { Self.apply(edit, to: &entries) }
            guard entries.count <= Self.itemsMax else { throw .diskFull }
            guard let bytes = Self.bytes(entries) else { throw .inputOutput }
            try file.replace(with: bytes)
        }
    }

    // MARK: The file's contents

    /// An entry of the file; one that is no item stays as it is.
    private struct Entry {
        var plist: Any
        var item: KeychainItem?
    }

    private func entriesOrSetAside() throws(KeychainError) -> [Entry] {
        guard let bytes = try file.read() else { return [] }
        if let entries = try Self.entries(bytes) { return entries }
        let name = try file.setAside()
        note("the keychain's file \(path) is damaged; it is now \(name)")
        return []
    }

    /// - Returns: `nil` for a damaged file.
    /// - Throws: `notAvailable` for the file of a later version.
    private static func entries(_ bytes: Data) throws(KeychainError) -> [Entry]? {
        guard let plist = ItemCoding.plist(bytes) as? [String: Any],
            let written = plist["version"] as? Int, let items = plist["items"] as? [Any]
        else { return nil }
        guard written == version else { throw .notAvailable }
        return items.map { Entry(plist: $0, item: ItemCoding.item($0)) }
    }

    private static func contents(_ entries: [Entry]) -> KeychainContents {
        var contents = KeychainContents(entries.compactMap(\.item))
        contents.damagedCount = entries.count - contents.items.count
        return contents
    }

    private static func apply(_ edit: KeychainEdit, to entries: inout [Entry]) {
        func index(_ item: KeychainItem) -> Int? {
            entries.firstIndex { $0.item?.number == item.number }
        }
        switch edit {
        case .add(let item): entries.append(Entry(plist: ItemCoding.plist(item), item: item))
        case .replace(let item, _):
            if let index = index(item) {
                entries[index] = Entry(plist: ItemCoding.plist(item), item: item)
            }
        case .remove(let item): entries.removeAll { $0.item?.number == item.number }
        }
    }

    private static func bytes(_ entries: [Entry]) -> Data? {
        ItemCoding.bytes(ofPlist: ["version": version, "items": entries.map(\.plist)])
    }
}
