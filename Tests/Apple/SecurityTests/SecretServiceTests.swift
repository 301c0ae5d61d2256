import Foundation
import Keychain
import Synchronization
import TestSupport
import Testing

/// The store in GNOME Keyring, on a private bus.
@Suite(
    .enabled(
        if: PrivateKeyring.missing == nil, "\(PrivateKeyring.missing ?? "it is there")"))
struct SecretServiceTests {
    private let keyring: PrivateKeyring

    init() throws { keyring = try PrivateKeyring() }

    private let schema = "org.sori.Keychain"

    private func store(_ name: String = "org.example.app") -> SecretServiceStore {
        SecretServiceStore(
            name: name, address: keyring.bus.address, lockPath: keyring.lockPath,
            promptSeconds: 1, hasDisplay: { false })
    }

    @Test func `items are there for the next process, each store for itself`() throws {
        #expect(store().answers)
        let first = client(store())
        #expect(first.accounts() == .failure(.itemNotFound))
        #expect(first.add("a") == nil && first.add("b", data: "") == nil)
        #expect(first.add("a") == .duplicateItem)
        let second = client(store())
        #expect(second.accounts() == .success(["a", "b"]))
        #expect(second.data("a") == "secret" && second.data("b") == "")
        #expect(second.update("a", to: "c", data: "new") == nil)
        #expect(first.data("c") == "new" && first.data("a") == nil)
        // The digest has moved with the identity.
        #expect(first.add("c") == .duplicateItem && first.add("a") == nil)
        #expect(first.update("c", to: "b", data: "") == .duplicateItem)
        #expect(client(store("org.example.other")).accounts() == .failure(.itemNotFound))
        for account in ["a", "b", "c"] { #expect(second.delete(account) == nil) }
        #expect(first.accounts() == .failure(.itemNotFound))
    }

    @Test func `what the service shows to all says nothing of an item`() throws {
        let own = client(store())
        #expect(own.add("someone@example.org", data: "very secret") == nil)
        let items = try keyring.items(of: schema)
        #expect(items.count == 1)
        let attributes = try keyring.attributes(of: try #require(items.first))
        #expect(Set(attributes.keys) == ["xdg:schema", "store", "class", "identity"])
        #expect(attributes["store"] == "org.example.app" && attributes["class"] == "genp")
        #expect(attributes["identity"]?.count == 64)
        #expect(!attributes.values.contains { $0.contains("someone") || $0.contains("secret") })
    }

    @Test func `of a change that was not finished the later half counts`() throws {
        let changed = client(store())
        #expect(changed.add("a") == nil)
        // A change of the identity ends like this when it does not delete the former item.
        let copy = try keyring.secret(of: try #require(try keyring.items(of: schema).first))
        #expect(changed.update("a", to: "b", data: "new") == nil)
        try keyring.create(copy.bytes, like: copy.attributes)
        #expect(try keyring.items(of: schema).count == 2)
        #expect(changed.accounts() == .success(["b"]))
        #expect(try keyring.items(of: schema).count == 1)
        #expect(changed.data("b") == "new" && changed.add("a") == nil)
    }

    @Test func `every kind of value comes back`() throws {
        let attributes: [KeychainAttribute: KeychainValue] = [
            .account: .text("ünï"), .generic: .data(Data([0, 255])), .creator: .number(1),
            .isInvisible: .flag(true), .accessibility: .text("akpu"),
        ]
        let added = try client(store()).add(
            .genericPassword, attributes, data: Data((0...255).map { UInt8($0) }))
        let found = try client(store()).items(KeychainQuery(.genericPassword), needsData: true)
        #expect(found == [added])
    }

    @Test func `processes that add at the same time lose nothing`() throws {
        let processes = try (0..<8).map { number in
            let process = TestProcess()
            process.executableURL = BuiltProgram(name: "KeychainWriter").url
            process.arguments = [
                "service", keyring.bus.address, keyring.lockPath, "writer\(number)", "125",
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            return process
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        let accounts = try client(store("writers")).accounts().get()
        #expect(accounts.count == 1000 && Set(accounts).count == 1000)
    }

    @Test func `a service that ends and comes back has its items`() throws {
        let client = client(store())
        #expect(client.add("a") == nil)
        keyring.stop()
        #expect(client.add("b") == .notAvailable)
        #expect(client.accounts() == .failure(.notAvailable))
        try keyring.start()
        #expect(client.accounts() == .success(["a"]))
        #expect(client.add("b") == nil)
        #expect(client.accounts() == .success(["a", "b"]))
    }

    @Test func `a locked collection needs a user`() throws {
        let client = client(store())
        #expect(client.add("a") == nil)
        try keyring.lock()
        #expect(client.accounts() == .failure(.interactionNotAllowed))
        #expect(client.add("b") == .interactionNotAllowed)
        #expect(client.delete("a") == .interactionNotAllowed)
        #expect(try keyring.items(of: schema).count == 1)
    }
}
