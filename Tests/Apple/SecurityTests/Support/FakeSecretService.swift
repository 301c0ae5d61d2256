import DBus
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// A Secret Service of a test's own, which has no items and answers as the test wants.
final class FakeSecretService: Sendable {
    /// What it does with the call that would create an item.
    enum Creation: Sendable {
        /// Asks its user, and the prompt is dismissed.
        case dismissedPrompt
        /// Asks its user, and the prompt stays.
        case silentPrompt
        /// Asks its user, and the prompt is answered.
        case agreedPrompt
        /// Ends in the middle of the call.
        case dies
        /// Says that the collection is locked, until it was unlocked.
        case locked
        /// Does not know the session, the first time.
        case forgetsSession
        /// Answers with other types.
        case strangeAnswer
        /// Has an item, and does not give its secret.
        case withholds
        case plain
    }

    struct State {
        var sessionCount = 0
        var createdCount = 0
        var promptCount = 0
        var dismissCount = 0
        var isUnlocked = false
    }

    private let connection: DBusConnection
    private let creation: Creation
    private let kept = Mutex(State())

    var state: State { kept.withLock { $0 } }

    private static let root = "/org/freedesktop/secrets"
    private static let collection = root + "/collection/test"
    private static let prompt = root + "/prompt/p1"

    init(_ creation: Creation, on bus: PrivateBus) throws {
        self.creation = creation
        connection = DBusConnection(to: .address(bus.address))
        connection.export([service()], at: Self.root)
        connection.export([collectionInterface()], at: Self.collection)
        connection.export([promptInterface()], at: Self.prompt)
        let hasName = DispatchSemaphore(value: 0)
        connection.requestName("org.freedesktop.secrets") { _ in hasName.signal() }
        #expect(hasName.wait(timeout: .now() + 30) == .success)
    }

    deinit { connection.close() }

    private static func arguments(_ signatures: [String]) -> [DBusArgument] {
        signatures.enumerated().compactMap { index, signature in
            DBusType(signature: signature).map { DBusArgument("a\(index)", $0) }
        }
    }

    private func method(
        _ name: String, _ inputs: [String], _ outputs: [String],
        _ body: @escaping @Sendable (FakeSecretService) throws(DBusError) -> [DBusValue]
    ) -> DBusMethod {
        DBusMethod(
            name, access: .everyone, inputs: Self.arguments(inputs),
            outputs: Self.arguments(outputs)
        ) { [weak self] _ throws(DBusError) in
            guard let self else { return [] }
            return try body(self)
        }
    }

    private func service() -> DBusInterface {
        let nothing = DBusValue.array(.objectPath, [])
        return DBusInterface(
            "org.freedesktop.Secret.Service",
            methods: [
                method("OpenSession", ["s", "v"], ["v", "o"]) { service throws(DBusError) in
                    let count = service.kept.withLock { state in
                        state.sessionCount += 1
                        return state.sessionCount
                    }
                    return [.variant(.string("")), .objectPath("\(Self.root)/session/s\(count)")]
                },
                method("ReadAlias", ["s"], ["o"]) { _ throws(DBusError) in
                    [.objectPath(Self.collection)]
                },
                method("SearchItems", ["a{ss}"], ["ao", "ao"]) { service throws(DBusError) in
                    guard service.creation == .withholds else { return [nothing, nothing] }
                    let item = DBusValue.objectPath(Self.collection + "/9")
                    return [.array(.objectPath, [item]), nothing]
                },
                method("GetSecrets", ["ao", "o"], ["a{o(oayays)}"]) { _ throws(DBusError) in
                    DBusType(signature: "(oayays)").map {
                        [.dictionary(key: .objectPath, value: $0, [])]
                    } ?? []
                },
                method("Unlock", ["ao"], ["ao", "o"]) { service throws(DBusError) in
                    service.kept.withLock { $0.isUnlocked = true }
                    return [nothing, .objectPath("/")]
                },
            ])
    }

    private func collectionInterface() -> DBusInterface {
        DBusInterface(
            "org.freedesktop.Secret.Collection",
            methods: [
                DBusMethod(
                    deferred: "CreateItem", access: .everyone,
                    inputs: Self.arguments(["a{sv}", "(oayays)", "b"]),
                    outputs: Self.arguments(creation == .strangeAnswer ? ["s"] : ["o", "o"])
                ) { [weak self] _, reply in
                    self?.create(reply)
                }
            ])
    }

    private func create(_ reply: @escaping DBusCompletion) {
        func fail(_ name: String) {
            reply(
                .failure(
                    DBusError(name: "org.freedesktop.Secret.Error.\(name)", message: "refused")))
        }
        switch creation {
        case .dismissedPrompt, .silentPrompt, .agreedPrompt:
            reply(.success([.objectPath("/"), .objectPath(Self.prompt)]))
        case .dies:
            let connection = connection
            // It never answers: the bus says that it is gone.
            DispatchQueue.global().async { connection.close() }
        case .locked where !state.isUnlocked: fail("IsLocked")
        case .forgetsSession where state.sessionCount < 2: fail("NoSession")
        case .strangeAnswer: reply(.success([.string("made")]))
        case .locked, .forgetsSession, .withholds, .plain:
            kept.withLock { $0.createdCount += 1 }
            reply(.success([.objectPath(Self.collection + "/1"), .objectPath("/")]))
        }
    }

    private func promptInterface() -> DBusInterface {
        DBusInterface(
            "org.freedesktop.Secret.Prompt",
            methods: [
                method("Prompt", ["s"], []) { service throws(DBusError) in
                    service.kept.withLock { $0.promptCount += 1 }
                    if service.creation != .silentPrompt {
                        service.connection.emit(
                            DBusSignal(
                                path: Self.prompt, interface: "org.freedesktop.Secret.Prompt",
                                member: "Completed",
                                arguments: [
                                    .boolean(service.creation == .dismissedPrompt),
                                    .variant(.objectPath(Self.collection + "/1")),
                                ]))
                    }
                    return []
                },
                method("Dismiss", [], []) { service throws(DBusError) in
                    service.kept.withLock { $0.dismissCount += 1 }
                    return []
                },
            ])
    }
}
