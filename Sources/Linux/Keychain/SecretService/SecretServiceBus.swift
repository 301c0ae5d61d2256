import DBus
import Dispatch
import Foundation
import Synchronization

/// The calls of a Secret Service, each of which waits for its answer. One thread at a time.
///
/// Source: Secret Service API 0.2 (freedesktop.org).
struct SecretServiceBus: Sendable {
    let connection: DBusConnection
    /// How long a prompt waits for its user.
    let promptSeconds: Double
    /// Whether there is a display for a prompt.
    let hasDisplay: @Sendable () -> Bool

    /// One secret, as the plain session carries it.
    struct Secret: Sendable {
        var bytes: [UInt8]
    }

    private static let callSeconds = 15.0

    func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) throws(SecretServiceFailure) -> [DBusValue] {
        do throws(DBusError) {
            return try connection.callAndWait(
                DBusMethodCall(
                    to: SecretServiceNames.bus, path: path, interface: interface, member: member,
                    arguments: arguments), timeoutSeconds: Self.callSeconds)
        } catch {
            throw .error(error)
        }
    }

    private func service(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws(SecretServiceFailure) -> [DBusValue] {
        try call(SecretServiceNames.root, SecretServiceNames.service, member, arguments)
    }

    // MARK: Sessions and collections

    /// Opens a session in which secrets travel as they are.
    func openSession() throws(SecretServiceFailure) -> String {
        let answer = try service("OpenSession", [.string("plain"), .variant(.string(""))])
        return try Self.path(answer, at: 1)
    }

    /// The default collection; makes it when there is none.
    func defaultCollection() throws(SecretServiceFailure) -> String {
        let known = try Self.path(try service("ReadAlias", [.string("default")]), at: 0)
        if known != SecretServiceNames.none { return known }
        let label: DBusValue = .properties([
            (SecretServiceNames.collection + ".Label", .string("Default"))
        ])
        let answer = try service("CreateCollection", [label, .string("default")])
        let made = try Self.path(answer, at: 0)
        guard made == SecretServiceNames.none else { return made }
        let result = try complete(try Self.path(answer, at: 1))
        guard let path = result.text, path != SecretServiceNames.none else { throw .strangeAnswer }
        return path
    }

    /// Unlocks collections or items; asks the user where that is needed.
    func unlock(_ paths: [String]) throws(SecretServiceFailure) {
        guard !paths.isEmpty else { return }
        let list = DBusValue.array(.objectPath, paths.map { .objectPath($0) })
        let answer = try service("Unlock", [list])
        let prompt = try Self.path(answer, at: 1)
        if prompt != SecretServiceNames.none { _ = try complete(prompt) }
    }

    // MARK: Items

    /// The items with these attributes, in all collections.
    func search(
        _ attributes: [(String, String)]
    ) throws(SecretServiceFailure) -> (unlocked: [String], locked: [String]) {
        let answer = try service("SearchItems", [Self.attributes(attributes)])
        guard answer.count == 2, let unlocked = answer[0].elements,
            let locked = answer[1].elements
        else { throw .strangeAnswer }
        return (unlocked.compactMap(\.text), locked.compactMap(\.text))
    }

    /// The secrets of unlocked items, by the items' paths.
    func secrets(
        _ paths: [String], session: String
    ) throws(SecretServiceFailure) -> [String: Secret] {
        guard !paths.isEmpty else { return [:] }
        let list = DBusValue.array(.objectPath, paths.map { .objectPath($0) })
        let answer: [DBusValue]
        do throws(SecretServiceFailure) {
            answer = try service("GetSecrets", [list, .objectPath(session)])
        } catch {
            // All that is wanted may be more than a message holds.
            let isLimit = error.name == DBusError.Kind.limitsExceeded.name
            guard isLimit, paths.count > 1 else { throw error }
            let half = paths.count / 2
            let first = try secrets(Array(paths[..<half]), session: session)
            return try secrets(Array(paths[half...]), session: session).merging(first) { $1 }
        }
        guard answer.count == 1, let members = answer[0].members else { throw .strangeAnswer }
        var secrets: [String: Secret] = [:]
        for (path, value) in members {
            guard case .structure(let parts) = value, parts.count == 4,
                case .bytes(let bytes) = parts[2].unwrapped
            else { throw .strangeAnswer }
            secrets[path] = Secret(bytes: bytes)
        }
        return secrets
    }

    func createItem(
        in collection: String, label: String, _ attributes: [(String, String)], _ bytes: [UInt8],
        session: String
    ) throws(SecretServiceFailure) {
        let properties: DBusValue = .properties([
            (SecretServiceNames.item + ".Label", .string(label)),
            (SecretServiceNames.item + ".Attributes", Self.attributes(attributes)),
        ])
        let answer = try call(
            collection, SecretServiceNames.collection, "CreateItem",
            [properties, Self.secret(bytes, session), .boolean(false)])
        guard try Self.path(answer, at: 0) == SecretServiceNames.none else { return }
        _ = try complete(try Self.path(answer, at: 1))
    }

    func setSecret(
        of item: String, _ bytes: [UInt8], session: String
    ) throws(SecretServiceFailure) {
        _ = try call(
            item, SecretServiceNames.item, "SetSecret", [Self.secret(bytes, session)])
    }

    func delete(_ item: String) throws(SecretServiceFailure) {
        let answer = try call(item, SecretServiceNames.item, "Delete")
        let prompt = try Self.path(answer, at: 0)
        if prompt != SecretServiceNames.none { _ = try complete(prompt) }
    }

    // MARK: Prompts

    /// Shows a prompt, and waits for what its user does.
    private func complete(_ prompt: String) throws(SecretServiceFailure) -> DBusValue {
        guard hasDisplay() else { throw .promptUnanswered }
        let done = DispatchSemaphore(value: 0)
        let answer = Mutex<[DBusValue]?>(nil)
        let rule = DBusMatchRule(
            sender: SecretServiceNames.bus, path: prompt, interface: SecretServiceNames.prompt,
            member: "Completed")
        let subscription = connection.subscribe(to: rule) { signal in
            answer.withLock { $0 = signal.arguments }
            done.signal()
        }
        guard let subscription else { throw .strangeAnswer }
        defer { subscription.cancel() }
        _ = try call(prompt, SecretServiceNames.prompt, "Prompt", [.string("")])
        guard done.wait(timeout: .now() + promptSeconds) == .success else {
            _ = try? call(prompt, SecretServiceNames.prompt, "Dismiss")
            throw .promptUnanswered
        }
        guard let values = answer.withLock({ $0 }), values.count == 2,
            let dismissed = values[0].bool
        else { throw .strangeAnswer }
        if dismissed { throw .promptDismissed }
        return values[1].unwrapped
    }

    // MARK: Values

    private static func path(
        _ answer: [DBusValue], at index: Int
    ) throws(SecretServiceFailure) -> String {
        guard answer.indices.contains(index), case .objectPath(let path) = answer[index] else {
            throw .strangeAnswer
        }
        return path
    }

    private static func attributes(_ attributes: [(String, String)]) -> DBusValue {
        .dictionary(
            key: .string, value: .string,
            attributes.map { DBusEntry(.string($0.0), .string($0.1)) })
    }

    private static func secret(_ bytes: [UInt8], _ session: String) -> DBusValue {
        .structure([
            .objectPath(session), .bytes([]), .bytes(bytes),
            .string(SecretServiceNames.contentType),
        ])
    }
}
