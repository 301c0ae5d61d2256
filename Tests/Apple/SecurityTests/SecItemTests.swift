import Foundation
import Security
import Simulation
import SoundClient
import Testing

/// The four functions on a simulated phone.
@MainActor @Suite struct SecItemTests {
    private let phone = SimulatedPhone.withoutFindings()
    private let app: SimulatedPhone.App

    init() { app = phone.launch(identifier: "org.example.app") }

    @Test func `an item is one by its account and service`() {
        app.run {
            #expect(add("a", "s") == errSecSuccess)
            #expect(add("a", "s", data: "other") == errSecDuplicateItem)
            #expect(add("a", "t") == errSecSuccess)
            // What finds an item does not identify it.
            #expect(add("a", "s", [kSecAttrGeneric: Data([1])]) == errSecDuplicateItem)
            #expect(add("a", "s", [kSecAttrSynchronizable: true]) == errSecSuccess)
            // What is missing is empty.
            #expect(SecItemAdd(generic(), nil) == errSecSuccess)
            #expect(add("", "") == errSecDuplicateItem)
        }
        #expect(phone.keychain.items.map(\.account) == ["a", "a", "a", ""])
    }

    @Test(
        "an internet password is one by seven attributes",
        arguments: [
            [kSecAttrAccount: "b"], [kSecAttrSecurityDomain: "d"], [kSecAttrServer: "other"],
            [kSecAttrProtocol: kSecAttrProtocolHTTP], [kSecAttrPort: 80], [kSecAttrPath: "/p"],
            [kSecAttrAuthenticationType: kSecAttrAuthenticationTypeNTLM],
        ].map { Shared<[CFString: Any]>(value: $0) })
    func internetIdentity(other: Shared<[CFString: Any]>) {
        app.run {
            let first: [CFString: Any] = [kSecAttrAccount: "a", kSecAttrServer: "example.org"]
            #expect(SecItemAdd(internet(first), nil) == errSecSuccess)
            let label: [CFString: Any] = [kSecAttrLabel: "l"]
            #expect(SecItemAdd(internet(first.merging(label) { $1 }), nil) == errSecDuplicateItem)
            #expect(SecItemAdd(internet(first.merging(other.value) { $1 }), nil) == errSecSuccess)
        }
        #expect(phone.keychain.items.count == 2)
    }

    @Test func `a search returns what its return keys ask for`() throws {
        try app.run {
            add("a", [kSecAttrLabel: "label", kSecAttrGeneric: "text"])
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(generic(), &result) == errSecSuccess && result == nil)
            #expect(secret().text == "secret")
            let attributes = try #require(
                copy(generic([kSecReturnAttributes: kCFBooleanTrue!])).result as? [String: Any])
            #expect(attributes[kSecAttrAccount as String] as? String == "a")
            #expect(attributes[kSecAttrLabel as String] as? String == "label")
            #expect(attributes[kSecAttrGeneric as String] as? Data == Data("text".utf8))
            #expect(attributes[kSecAttrAccessGroup as String] as? String == "org.example.app")
            #expect(attributes[kSecAttrAccessible as String] as? String == "ak")
            #expect(attributes[kSecAttrSynchronizable as String] as? Bool == false)
            #expect(attributes[kSecAttrCreationDate as String] is Date)
            #expect(attributes[kSecAttrModificationDate as String] is Date)
            #expect(attributes[kSecClass as String] == nil)
            #expect(attributes[kSecValueData as String] == nil && attributes.count == 9)
            let both = try #require(
                copy(generic([kSecReturnAttributes: true, kSecReturnData: true])).result
                    as? [String: Any])
            #expect(both[kSecValueData as String] as? Data == Data("secret".utf8))
            #expect(both.count == 10)
            #expect(copy(generic([kSecReturnData: false])).result == nil)
        }
    }

    @Test func `what a search returns works as a query and as an update`() throws {
        try app.run {
            add("a", [kSecAttrGeneric: Data([1, 2])])
            add("b")
            let wanted: [CFString: Any] = [kSecAttrAccount: "a", kSecReturnAttributes: true]
            var found = try #require(copy(generic(wanted)).result as? [String: Any])
            let changes = found
            found[kSecClass as String] = kSecClassGenericPassword
            #expect(SecItemCopyMatching(found as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemUpdate(found as CFDictionary, changes as CFDictionary) == errSecSuccess)
            // The data in a query is no part of it.
            found[kSecAttrModificationDate as String] = nil
            found[kSecValueData as String] = Data([9])
            #expect(SecItemDelete(found as CFDictionary) == errSecSuccess)
            #expect(accounts() == ["b"])
        }
    }

    @Test func `an array is returned for a limit above one`() throws {
        app.run {
            for account in ["a", "b", "c"] {
                add(account)
            }
            #expect(accounts() == ["a", "b", "c"])
            #expect(accounts([kSecAttrAccount: "b"]) == ["b"])
            #expect(secret().text == "secret")
            let two = copy(generic([kSecMatchLimit: 2, kSecReturnData: true])).result
            #expect((two as? [Data])?.count == 2)
            let one = copy(generic([kSecMatchLimit: 1, kSecReturnData: true])).result
            #expect(one is Data)
            let all = copy(generic([kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true]))
            #expect((all.result as? [Data])?.count == 3)
        }
    }

    @Test func `update and delete act on all that match`() {
        app.run {
            for account in ["a", "b", "c"] {
                add(account)
            }
            let update = [kSecAttrLabel: "l", kSecValueData: Data([7])] as CFDictionary
            #expect(SecItemUpdate(generic(), update) == errSecSuccess)
            #expect(accounts([kSecAttrLabel: "l"])?.count == 3)
            // Two of them would become one.
            let same = [kSecAttrAccount: "x"] as CFDictionary
            #expect(SecItemUpdate(generic(), same) == errSecDuplicateItem)
            #expect(
                SecItemUpdate(
                    generic([kSecAttrAccount: "a"]), [kSecAttrAccount: "b"] as CFDictionary)
                    == errSecDuplicateItem)
            #expect(accounts() == ["a", "b", "c"])
            #expect(SecItemDelete(generic()) == errSecSuccess)
            #expect(SecItemDelete(generic()) == errSecItemNotFound)
            #expect(SecItemUpdate(generic(), update) == errSecItemNotFound)
            #expect(copy(generic()).status == errSecItemNotFound)
        }
    }

    @Test func `an update sets the modification date alone`() throws {
        app.run { add("a") }
        let before = try #require(phone.keychain.items.first)
        phone.advance(by: .seconds(5))
        app.run {
            let changes = [kSecAttrComment: "c", kSecAttrCreationDate: Date()] as CFDictionary
            #expect(SecItemUpdate(generic(), changes) == errSecSuccess)
        }
        let after = try #require(phone.keychain.items.first)
        #expect(after.created == before.created)
        #expect(abs(after.modified.timeIntervalSince(before.modified) - 5) < 0.1)
    }

    @Test func `empty data is data`() {
        app.run {
            #expect(add("a", data: "") == errSecSuccess)
            #expect(secret().text == "")
        }
    }

    @Test func `synchronizable items are found by who asks for them`() {
        app.run {
            add("here")
            add("everywhere", [kSecAttrSynchronizable: kCFBooleanTrue!])
            #expect(accounts() == ["here"])
            #expect(accounts([kSecAttrSynchronizable: true]) == ["everywhere"])
            #expect(
                accounts([kSecAttrSynchronizable: kSecAttrSynchronizableAny])
                    == ["here", "everywhere"])
        }
    }

    @Test func `a persistent reference finds its item without a class`() throws {
        try app.run {
            add("a")
            add("b", data: "of b")
            let query: [CFString: Any] = [kSecAttrAccount: "b", kSecReturnPersistentRef: true]
            let reference = try #require(copy(generic(query)).result as? Data)
            let found = copy(
                [kSecValuePersistentRef: reference, kSecReturnData: true] as CFDictionary)
            #expect(found.result as? Data == Data("of b".utf8))
            let strange = [kSecValuePersistentRef: Data([1])] as CFDictionary
            #expect(copy(strange).status == errSecItemNotFound)
        }
    }

    @Test func `add answers like a search`() throws {
        try app.run {
            var result: CFTypeRef?
            let values: [CFString: Any] = [
                kSecAttrAccount: "a", kSecReturnAttributes: true, kSecReturnData: true,
            ]
            #expect(SecItemAdd(generic(values), &result) == errSecSuccess)
            let item = try #require(result as? [String: Any])
            #expect(item[kSecAttrAccount as String] as? String == "a")
            #expect(item[kSecValueData as String] as? Data == Data())
        }
    }

    @Test func `what a call does not take is refused`() {
        app.run {
            add("a")
            #expect(SecItemAdd([:] as CFDictionary, nil) == errSecParam)
            #expect(copy([kSecAttrAccount: "a"] as CFDictionary).status == errSecParam)
            #expect(copy([kSecClass: "what"] as CFDictionary).status == errSecParam)
            for unsupported in [kSecClassCertificate, kSecClassKey, kSecClassIdentity] {
                let query = [kSecClass: unsupported] as CFDictionary
                #expect(copy(query).status == errSecUnimplemented)
                #expect(SecItemAdd(query, nil) == errSecUnimplemented)
            }
            let wrong: [[CFString: Any]] = [
                [kSecAttrAccount: 7], [kSecAttrGeneric: 7], [kSecValueData: "text"],
                [kSecAttrIsInvisible: "yes"], [kSecAttrCreator: "four"],
                [kSecAttrAccessible: "sometimes"], [kSecReturnData: "maybe"],
                [kSecAttrServer: "of another class"], [kSecAttrCreator: true],
                ["unknown" as CFString: 1], [kSecMatchLimit: 1],
            ]
            for values in wrong { #expect(SecItemAdd(generic(values), nil) == errSecParam) }
            for limit in [0, -1, "m_LimitSome"] as [Any] {
                #expect(copy(generic([kSecMatchLimit: limit])).status == errSecParam)
            }
            for key in [kSecClass, kSecReturnData, kSecMatchLimit, kSecAttrServer] {
                let changes = [key: key == kSecAttrServer ? "x" as Any : true] as CFDictionary
                #expect(SecItemUpdate(generic(), changes) == errSecParam)
            }
            #expect(
                SecItemUpdate(generic(), [kSecAttrAccount: 7] as CFDictionary) == errSecParam)
            let operation: [CFString: Any] = [kSecUseOperationPrompt: "Please"]
            #expect(copy(generic(operation)).status == errSecSuccess)
        }
    }

    @Test func `too large an item is refused`() {
        app.run {
            let values: [CFString: Any] = [kSecValueData: Data(count: 1 << 20 | 1)]
            #expect(SecItemAdd(generic(values), nil) == errSecDiskFull)
        }
        #expect(phone.keychain.items.isEmpty)
    }

    @Test func `every status has a sentence`() {
        let statuses = [
            errSecSuccess, errSecUnimplemented, errSecDiskFull, errSecIO, errSecParam,
            errSecUserCanceled, errSecNoAccessForItem, errSecNotAvailable, errSecAuthFailed,
            errSecDuplicateItem, errSecItemNotFound, errSecInteractionNotAllowed, errSecDecode,
            errSecMissingEntitlement,
        ]
        #expect(
            statuses == [
                0, -4, -34, -36, -50, -128, -25243, -25291, -25293, -25299, -25300, -25308, -26275,
                -34018,
            ])
        let sentences = statuses.map { SecCopyErrorMessageString($0, nil) as String? ?? "" }
        #expect(Set(sentences).count == statuses.count)
        #expect(sentences.allSatisfy { $0.count > 8 && $0.hasSuffix(".") })
        #expect(SecCopyErrorMessageString(-1, nil) as String? == "OSStatus -1")
    }

    @Test func `calls of many threads lose nothing`() {
        app.run {
            let simulated = CurrentApp.simulated
            DispatchQueue.concurrentPerform(iterations: 8) { writer in
                CurrentApp.run(as: simulated) {
                    for item in 0..<25 { #expect(add("\(writer)-\(item)") == errSecSuccess) }
                }
            }
        }
        #expect(phone.keychain.items.count == 200)
    }
}
