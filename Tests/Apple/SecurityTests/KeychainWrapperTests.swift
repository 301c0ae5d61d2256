import DeviceIdentifier
import Foundation
import Security
import Simulation
import Testing

/// The wrapper of the example: one item, read when it is made and written when a value changes.
@MainActor @Suite struct KeychainWrapperTests {
    private let phone = SimulatedPhone.withoutFindings()
    private let app: SimulatedPhone.App

    init() { app = phone.launch(identifier: "org.example.app") }

    private func wrapper(
        _ identifier: String = "UUID",
        failed: @escaping KeychainItemWrapper.FailureHandler = {
            Issue.record("\($0) returns \($1)")
        }
    ) -> KeychainItemWrapper {
        KeychainItemWrapper(identifier: identifier, accessGroup: nil, failed: failed)
    }

    @Test func `a new one is empty and writes nothing`() {
        app.run {
            let wrapper = wrapper()
            #expect(wrapper.object(forKey: kSecAttrAccount) as? String == "")
            #expect(wrapper.object(forKey: kSecValueData) as? String == "")
            wrapper.setObject(nil, forKey: kSecAttrAccount)
        }
        #expect(phone.keychain.items.isEmpty)
    }

    @Test func `a value that is set is one item`() throws {
        app.run { wrapper().setObject("A", forKey: kSecAttrAccount) }
        let item = try #require(phone.keychain.items.first)
        #expect(phone.keychain.items.count == 1 && item.itemClass == "genp")
        #expect(item.generic == Data("UUID".utf8) && item.account == "A" && item.data.isEmpty)
        app.run {
            let again = wrapper()
            #expect(again.object(forKey: kSecAttrAccount) as? String == "A")
            #expect(again.object(forKey: kSecValueData) as? String == "")
        }
    }

    @Test func `only another value is written`() throws {
        app.run { wrapper().setObject("A", forKey: kSecAttrAccount) }
        let first = try #require(phone.keychain.items.first)
        phone.advance(by: .seconds(1))
        app.run { wrapper().setObject("A", forKey: kSecAttrAccount) }
        #expect(phone.keychain.items == [first])
        phone.advance(by: .seconds(1))
        app.run {
            let wrapper = wrapper()
            wrapper.setObject("B", forKey: kSecAttrAccount)
            wrapper.setObject("secret", forKey: kSecValueData)
        }
        let second = try #require(phone.keychain.items.first)
        #expect(phone.keychain.items.count == 1 && second.account == "B")
        #expect(second.created == first.created && second.modified > first.modified)
        #expect(second.data == Data("secret".utf8))
    }

    @Test func `two wrappers with one account are one item to the keychain`() {
        app.run {
            wrapper("X").setObject("same", forKey: kSecAttrAccount)
            var statuses: [OSStatus] = []
            let second = wrapper("Y") { function, status in
                #expect(function == "SecItemAdd")
                statuses.append(status)
            }
            second.setObject("same", forKey: kSecAttrAccount)
            #expect(statuses == [errSecDuplicateItem])
        }
    }

    @Test func `a reset deletes the item and begins again`() {
        app.run {
            let wrapper = wrapper()
            wrapper.setObject("A", forKey: kSecAttrAccount)
            wrapper.resetKeychainItem()
            #expect(phone.keychain.items.isEmpty)
            #expect(wrapper.object(forKey: kSecAttrAccount) as? String == "")
            wrapper.resetKeychainItem()
            wrapper.setObject("B", forKey: kSecAttrAccount)
        }
        #expect(phone.keychain.items.map(\.account) == ["B"])
    }
}
