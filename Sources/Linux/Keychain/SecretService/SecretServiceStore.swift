import DBus
import Foundation
import Glibc
import Synchronization

/// Items in the desktop's Secret Service: GNOME Keyring, KWallet, KeePassXC. Any thread.
///
/// The service shows the attributes of its items to everyone, so they say no more than what finds
/// an item: the store, the class and a digest of the identity. All else is in the secret.
package final class SecretServiceStore: KeychainStore {
    /// The name of the items' store, mostly the identifier of a program.
    private let name: String
    private let bus: SecretServiceBus
    private let lock: StoreFile
    private let note: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var session: String?
        var hasSaidLocked = false
    }

    /// - Parameters:
    ///   - name: The name of the store.
    ///   - address: The D-Bus address of a bus; `nil` for the user's.
    ///   - lockPath: The path of a file; beside it there is a lock for all processes of the user.
    ///   - promptSeconds: How long a prompt waits for its user.
    ///   - hasDisplay: Whether the user could see a prompt.
    package init(
        name: String, address: String? = nil, lockPath: String,
        promptSeconds: Double = 60, hasDisplay: @escaping @Sendable () -> Bool,
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.name = name
        self.note = note
        bus = SecretServiceBus(
            connection: DBusConnection(to: address.map { .address($0) } ?? .session),
            promptSeconds: promptSeconds,
            hasDisplay: hasDisplay)
        lock = StoreFile(path: lockPath) { _ in 0 }
    }

    /// Whether a service answers; one that can be started is.
    package var answers: Bool {
        guard let session = try? bus.openSession() else { return false }
        state.withLock { $0.session = session }
        return true
    }

    package func access(
        _ scope: KeychainScope, writes: Bool,
        _ body: (KeychainContents) throws(KeychainError) -> [KeychainEdit]
    ) throws(KeychainError) {
        try lock.locked { () throws(KeychainError) in
            let found = try translating { () throws(SecretServiceFailure) in
                try withSession { session throws(SecretServiceFailure) in
                    try read(scope, session)
                }
            }
            for edit in try body(found.contents) {
                try translating { () throws(SecretServiceFailure) in
                    try withSession { session throws(SecretServiceFailure) in
                        try make(edit, found.paths, session)
                    }
                }
            }
        }
    }

    // MARK: Reading

    private struct Found {
        var contents = KeychainContents()
        /// The object of each item.
        var paths: [UUID: String] = [:]

        /// Adds an item; of two with one number, which an unfinished change has left, the later one
        /// counts.
        ///
        /// - Returns: The path of the other one.
        mutating func add(_ item: KeychainItem, at path: String) -> String? {
            guard let known = paths[item.number],
                let index = contents.items.firstIndex(where: { $0.number == item.number })
            else {
                contents.items.append(item)
                paths[item.number] = path
                return nil
            }
            guard item.modified > contents.items[index].modified else { return path }
            contents.items[index] = item
            paths[item.number] = path
            return known
        }
    }

    /// The collection that an item's path is in.
    private static func collection(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    private func read(
        _ scope: KeychainScope, _ session: String
    ) throws(SecretServiceFailure) -> Found {
        var wanted = [("xdg:schema", SecretServiceNames.schema), ("store", name)]
        if let itemClass = scope.itemClass { wanted.append(("class", itemClass.rawValue)) }
        if case .identity(let identity) = scope { wanted.append(("identity", identity.digest)) }
        let (unlocked, locked) = try bus.search(wanted)
        try bus.unlock(locked)
        let paths = unlocked + locked
        let secrets: [String: SecretServiceBus.Secret]
        do throws(SecretServiceFailure) {
            secrets = try bus.secrets(paths, session: session)
        } catch {
            guard error.name == SecretServiceNames.noSuchObject else { throw error }
            // An item went meanwhile; those that are left have their own answers.
            secrets = try singleSecrets(paths, session)
        }
        if paths.contains(where: { secrets[$0] == nil }) {
            // Items that are still there are locked, or their user does not give them to this
            // program. To the client they must not seem to be gone: it would make others.
            let (unlocked, locked) = try bus.search(wanted)
            guard (unlocked + locked).allSatisfy({ secrets[$0] != nil || !paths.contains($0) })
            else { throw .withheld }
        }
        var found = Found()
        for path in paths.sorted() {
            guard let secret = secrets[path] else { continue }
            if let item = ItemCoding.item(Data(secret.bytes)) {
                let stale = found.add(item, at: path)
                if let stale { try bus.delete(stale) }
            } else {
                found.contents.damagedCount += 1
            }
        }
        return found
    }

    private func singleSecrets(
        _ paths: [String], _ session: String
    ) throws(SecretServiceFailure) -> [String: SecretServiceBus.Secret] {
        var secrets: [String: SecretServiceBus.Secret] = [:]
        for path in paths {
            do throws(SecretServiceFailure) {
                secrets.merge(try bus.secrets([path], session: session)) { $1 }
            } catch {
                guard error.name == SecretServiceNames.noSuchObject else { throw error }
            }
        }
        return secrets
    }

    // MARK: Writing

    private func attributes(_ item: KeychainItem) -> [(String, String)] {
        [
            ("xdg:schema", SecretServiceNames.schema), ("store", name),
            ("class", item.itemClass.rawValue), ("identity", item.identity.digest),
        ]
    }

    private func make(
        _ edit: KeychainEdit, _ paths: [UUID: String], _ session: String
    ) throws(SecretServiceFailure) {
        switch edit {
        case .add(let item):
            guard let bytes = ItemCoding.bytes(item) else { throw .strangeAnswer }
            let collection = try bus.defaultCollection()
            try unlockingCollection(collection) { () throws(SecretServiceFailure) in
                try bus.createItem(
                    in: collection, label: name, attributes(item), [UInt8](bytes),
                    session: session)
            }
        case .replace(let item, let before):
            guard let path = paths[item.number], let bytes = ItemCoding.bytes(item) else {
                throw .strangeAnswer
            }
            try unlockingCollection(path) { () throws(SecretServiceFailure) in
                guard item.identity != before.identity else {
                    return try bus.setSecret(of: path, [UInt8](bytes), session: session)
                }
                // Attributes and secret cannot change in one step. If this ends before the
                // second, there are two with one number, and the later one counts.
                try bus.createItem(
                    in: Self.collection(of: path), label: name, attributes(item),
                    [UInt8](bytes), session: session)
                try bus.delete(path)
            }
        case .remove(let item):
            guard let path = paths[item.number] else { return }
            do throws(SecretServiceFailure) {
                try unlockingCollection(path) { () throws(SecretServiceFailure) in
                    try bus.delete(path)
                }
            } catch {
                // Another program has deleted it.
                guard error.name == SecretServiceNames.noSuchObject else { throw error }
            }
        }
    }

    /// Runs `body`, and once more after unlocking where the collection was locked.
    private func unlockingCollection(
        _ path: String, _ body: () throws(SecretServiceFailure) -> Void
    ) throws(SecretServiceFailure) {
        do throws(SecretServiceFailure) {
            try body()
        } catch {
            guard error.name == SecretServiceNames.isLocked else { throw error }
            try bus.unlock([path])
            try body()
        }
    }

    // MARK: Sessions and errors

    /// Runs `body` with the session, and once more with a new one when the service knows it no
    /// more.
    private func withSession<Value>(
        _ body: (String) throws(SecretServiceFailure) -> Value
    ) throws(SecretServiceFailure) -> Value {
        if let session = state.withLock({ $0.session }) {
            do throws(SecretServiceFailure) {
                return try body(session)
            } catch {
                state.withLock { $0.session = nil }
                guard error.name == SecretServiceNames.noSession else { throw error }
            }
        }
        let session = try bus.openSession()
        state.withLock { $0.session = session }
        return try body(session)
    }

    private func translating<Value>(
        _ body: () throws(SecretServiceFailure) -> Value
    ) throws(KeychainError) -> Value {
        do throws(SecretServiceFailure) {
            return try body()
        } catch {
            switch error {
            case .promptDismissed: throw .userCanceled
            case .promptUnanswered:
                sayLocked()
                throw .interactionNotAllowed
            case .strangeAnswer: throw .inputOutput
            case .withheld: throw .interactionNotAllowed
            case .error(let error):
                switch error.name {
                case SecretServiceNames.isLocked: throw .interactionNotAllowed
                case SecretServiceNames.noSuchObject: throw .inputOutput
                default: throw .notAvailable
                }
            }
        }
    }

    private func sayLocked() {
        let isFirst = state.withLock { state in
            defer { state.hasSaidLocked = true }
            return !state.hasSaidLocked
        }
        guard isFirst else { return }
        note(
            bus.hasDisplay()
                ? "the Secret Service's prompt was not answered"
                : "the Secret Service is locked, and there is no display for its prompt; "
                    + "SORI_KEYCHAIN=file:PATH keeps items in a file")
    }
}
