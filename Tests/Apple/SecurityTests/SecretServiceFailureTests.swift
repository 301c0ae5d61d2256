import DBus
import Foundation
import Keychain
import Synchronization
import TestSupport
import Testing

/// What the store does with answers that a desktop's service seldom gives.
@Suite(.enabled(if: PrivateBus.isAvailable && DBusConnection.isSupported, "dbus is not installed"))
struct SecretServiceFailureTests {
    private let bus: PrivateBus
    private let folder: TemporaryFolder

    init() throws {
        bus = try PrivateBus()
        folder = try TemporaryFolder()
    }

    private func store(
        hasDisplay: Bool = true, promptSeconds: Double = 30,
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) -> SecretServiceStore {
        SecretServiceStore(
            name: "org.example.app", address: bus.address, lockPath: folder.file("lock/items"),
            promptSeconds: promptSeconds, hasDisplay: { hasDisplay }, note: note)
    }

    @Test func `a prompt that is dismissed cancels`() throws {
        let service = try FakeSecretService(.dismissedPrompt, on: bus)
        #expect(client(store()).add("a") == .userCanceled)
        #expect(service.state.promptCount == 1 && service.state.dismissCount == 0)
    }

    @Test func `a prompt to which the user agrees goes on`() throws {
        let service = try FakeSecretService(.agreedPrompt, on: bus)
        #expect(client(store()).add("a") == nil)
        #expect(service.state.promptCount == 1)
    }

    @Test func `a prompt that nobody answers ends`() throws {
        let service = try FakeSecretService(.silentPrompt, on: bus)
        let store = store(promptSeconds: 0.05)
        #expect(client(store).add("a") == .interactionNotAllowed)
        #expect(service.state.promptCount == 1 && service.state.dismissCount == 1)
    }

    @Test func `without a display there is no prompt, which is said once`() throws {
        let service = try FakeSecretService(.silentPrompt, on: bus)
        let notes = Mutex<[String]>([])
        let client = client(
            store(hasDisplay: false) { note in notes.withLock { $0.append(note) } })
        #expect(client.add("a") == .interactionNotAllowed)
        #expect(client.add("a") == .interactionNotAllowed)
        #expect(service.state.promptCount == 0)
        let said = notes.withLock { $0 }
        #expect(said.count == 1 && said.first?.contains("SORI_KEYCHAIN=file:") == true)
    }

    @Test func `a service that dies in a request is not there`() throws {
        let service = try FakeSecretService(.dies, on: bus)
        let client = client(store())
        #expect(client.add("a") == .notAvailable)
        #expect(service.state.createdCount == 0)
        #expect(client.add("a") == .notAvailable)
        let next = try FakeSecretService(.plain, on: bus)
        #expect(client.add("a") == nil)
        #expect(next.state.createdCount == 1)
    }

    @Test func `a locked collection is unlocked`() throws {
        let service = try FakeSecretService(.locked, on: bus)
        #expect(client(store()).add("a") == nil)
        #expect(service.state.isUnlocked && service.state.createdCount == 1)
    }

    @Test func `a session that the service has forgotten is opened again`() throws {
        let service = try FakeSecretService(.forgetsSession, on: bus)
        #expect(client(store()).add("a") == nil)
        #expect(service.state.sessionCount == 2 && service.state.createdCount == 1)
    }

    @Test func `an item that the service does not give is not taken for gone`() throws {
        let service = try FakeSecretService(.withholds, on: bus)
        #expect(client(store()).accounts() == .failure(.interactionNotAllowed))
        #expect(client(store()).add("a") == .interactionNotAllowed)
        #expect(service.state.createdCount == 0)
    }

    @Test func `an answer of other types is an error`() throws {
        let service = try FakeSecretService(.strangeAnswer, on: bus)
        #expect(client(store()).add("a") == .inputOutput)
        #expect(service.state.createdCount == 0)
    }

    // MARK: The choice

    private func keychain(
        _ environment: [String: String], notes: Notes
    ) -> UserKeychain {
        UserKeychain(
            busAddress: bus.address, environment: { environment[$0] }, note: notes.add)
    }

    private final class Notes: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }
        func add(_ note: String) { kept.withLock { $0.append(note) } }
    }

    @Test func `without a service it is a file, which is said`() throws {
        let notes = Notes()
        let environment = ["XDG_DATA_HOME": folder.path]
        let store = try keychain(environment, notes: notes).store(named: "org.example/app")
        let path = folder.file("sori/keychain/org.example%2Fapp.plist")
        #expect((store as? FileKeychainStore)?.path == path)
        #expect(notes.all.count == 1 && notes.all.first?.contains(path) == true)
    }

    @Test func `with a service it is the service`() throws {
        let service = try FakeSecretService(.plain, on: bus)
        let notes = Notes()
        let environment = ["XDG_DATA_HOME": folder.path]
        let store = try keychain(environment, notes: notes).store(named: "app")
        #expect(store is SecretServiceStore && service.state.sessionCount == 1)
        #expect(notes.all == [])
    }

    @Test func `the environment decides before all else`() throws {
        let service = try FakeSecretService(.plain, on: bus)
        let notes = Notes()
        func store(_ word: String) throws(KeychainError) -> any KeychainStore {
            try keychain(["SORI_KEYCHAIN": word, "HOME": folder.path], notes: notes)
                .store(named: "app")
        }
        #expect(try store("memory") is MemoryKeychainStore)
        #expect((try store("file:/a/b") as? FileKeychainStore)?.path == "/a/b")
        #expect(service.state.sessionCount == 0)
        #expect(try store("service") is SecretServiceStore)
        #expect(notes.all == [])
        #expect(throws: KeychainError.notAvailable) { _ = try store("cloud") }
        #expect(notes.all.count == 1)
    }

    @Test func `a service that is wanted and missing is said`() throws {
        let notes = Notes()
        let environment = ["SORI_KEYCHAIN": "service", "HOME": folder.path]
        #expect(throws: KeychainError.notAvailable) {
            _ = try keychain(environment, notes: notes).store(named: "app")
        }
        #expect(notes.all.count == 1)
    }
}
