import AudioToolbox
import DeviceIdentifier
import Foundation
import Security
import Simulation
import Testing
import UIKit

/// Protection, access groups, removal and reset on a simulated phone.
@MainActor @Suite struct KeychainOnPhoneTests {
    private static func locking(passcode: Bool) -> SimulatedPhone {
        var settings = SimulatedPhone.Settings()
        settings.hasPasscode = passcode
        return .withoutFindings(settings)
    }

    private nonisolated static let needingUnlockedPhone = [
        kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
        kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
    ].map { $0 as String }
    private nonisolated static let usableWhileLocked = [
        kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAlways,
        kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        kSecAttrAccessibleAlwaysThisDeviceOnly,
    ].map { $0 as String }

    /// An app that goes on running while the phone is locked.
    private func launchRecorder(_ phone: SimulatedPhone) -> SimulatedPhone.App {
        let app = phone.launch(
            "Recorder", backgroundModes: ["audio"],
            info: ["CFBundleIdentifier": "org.example.recorder"])
        return app
    }

    private func lock(_ phone: SimulatedPhone, _ app: SimulatedPhone.App) {
        phone.lock()
        phone.runInBackground(app, for: .fetch)
        phone.advance(by: .seconds(11))
    }

    @Test(arguments: needingUnlockedPhone)
    func `an item is locked with a phone that has a passcode`(accessible: String) {
        let phone = Self.locking(passcode: true)
        let app = launchRecorder(phone)
        app.run { #expect(add("a", [kSecAttrAccessible: accessible]) == errSecSuccess) }
        lock(phone, app)
        app.run {
            #expect(secret().status == errSecInteractionNotAllowed)
            #expect(secret([kSecMatchLimit: 5]).status == errSecInteractionNotAllowed)
            #expect(accounts() == ["a"])
            #expect(add("b", [kSecAttrAccessible: accessible]) == errSecInteractionNotAllowed)
            let changes = [kSecAttrLabel: "l"] as CFDictionary
            #expect(SecItemUpdate(generic(), changes) == errSecInteractionNotAllowed)
        }
        phone.unlock()
        app.run { #expect(secret().text == "secret") }
    }

    @Test(arguments: usableWhileLocked)
    func `an item can be used while the phone is locked`(accessible: String) {
        let phone = Self.locking(passcode: true)
        let app = launchRecorder(phone)
        app.run { #expect(add("a", [kSecAttrAccessible: accessible]) == errSecSuccess) }
        lock(phone, app)
        app.run {
            #expect(secret().text == "secret")
            #expect(add("b", [kSecAttrAccessible: accessible]) == errSecSuccess)
        }
    }

    @Test func `a search for all leaves locked items out`() {
        let phone = Self.locking(passcode: true)
        let app = launchRecorder(phone)
        app.run {
            add("locked")
            add("open", data: "of open", [kSecAttrAccessible: kSecAttrAccessibleAlways])
        }
        lock(phone, app)
        app.run {
            let query = generic([kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true])
            #expect(copy(query).result as? [Data] == [Data("of open".utf8)])
            #expect(SecItemDelete(generic([kSecAttrAccount: "locked"])) == errSecSuccess)
        }
    }

    @Test func `a phone without a passcode locks nothing and takes no item that needs one`() {
        let phone = Self.locking(passcode: false)
        let app = launchRecorder(phone)
        app.run {
            #expect(add("a") == errSecSuccess)
            let needsPasscode: [CFString: Any] = [
                kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
            ]
            #expect(add("b", needsPasscode) == errSecAuthFailed)
            #expect(SecItemUpdate(generic(), needsPasscode as CFDictionary) == errSecAuthFailed)
        }
        lock(phone, app)
        app.run { #expect(secret().text == "secret") }
    }

    @Test func `without its passcode a phone loses what needed one and locks nothing`() {
        let phone = Self.locking(passcode: true)
        let app = launchRecorder(phone)
        app.run {
            add("a")
            add("b", [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
        }
        phone.removePasscode()
        app.run { #expect(accounts() == ["a"]) }
        lock(phone, app)
        app.run { #expect(secret().text == "secret") }
        var findings = 0
        phone.onFinding = { _ in findings += 1 }
        phone.removePasscode()
        phone.unlock()
        phone.removePasscode()
        #expect(findings == 2)
    }

    // MARK: Groups

    @Test func `a group belongs to the apps that declare it`() {
        let phone = SimulatedPhone.withoutFindings()
        let first = phone.launch(identifier: "org.example.first", groups: ["G"])
        let second = phone.launch(identifier: "org.example.second", groups: ["H", "G"])
        let third = phone.launch(identifier: "org.example.third")
        first.run {
            #expect(add("shared", [kSecAttrAccessGroup: "G"]) == errSecSuccess)
            #expect(add("by default") == errSecSuccess)
            #expect(add("own", [kSecAttrAccessGroup: "org.example.first"]) == errSecSuccess)
        }
        #expect(phone.keychain.items.map(\.group) == ["G", "G", "org.example.first"])
        second.run {
            #expect(accounts() == ["shared", "by default"])
            #expect(accounts([kSecAttrAccessGroup: "H"]) == nil)
        }
        third.run {
            #expect(copy(generic()).status == errSecItemNotFound)
            #expect(copy(generic([kSecAttrAccessGroup: "G"])).status == errSecItemNotFound)
            #expect(SecItemDelete(generic()) == errSecItemNotFound)
            #expect(add("shared") == errSecSuccess)
        }
    }

    @Test func `a group that is not declared is refused`() {
        let phone = SimulatedPhone()
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        let app = phone.launch(identifier: "org.example.app")
        app.run {
            #expect(add("a", [kSecAttrAccessGroup: "G"]) == errSecMissingEntitlement)
            #expect(findings.count == 1)
            add("a")
            let changes = [kSecAttrAccessGroup: "G"] as CFDictionary
            #expect(SecItemUpdate(generic(), changes) == errSecMissingEntitlement)
        }
        #expect(findings.count == 2 && findings.allSatisfy { $0.contains("access group G") })
    }

    @Test func `the simulator takes no group and shows all items to all apps`() {
        var settings = SimulatedPhone.Settings()
        settings.keychainGroups = .simulator
        let phone = SimulatedPhone.withoutFindings(settings)
        let first = phone.launch(identifier: "org.example.first", groups: ["G"])
        first.run {
            #expect(add("a", [kSecAttrAccessGroup: "G"]) == errSecNoAccessForItem)
            #expect(add("a") == errSecSuccess)
            let changes = [kSecAttrAccessGroup: "G"] as CFDictionary
            #expect(SecItemUpdate(generic(), changes) == errSecNoAccessForItem)
        }
        phone.launch(identifier: "org.example.second").run {
            #expect(accounts() == ["a"])
            #expect(add("a") == errSecDuplicateItem)
        }
    }

    // MARK: Removal and reset

    @Test func `items outlive their app and end with a reset`() throws {
        let phone = SimulatedPhone.withoutFindings()
        let app = phone.launch(identifier: "org.example.app")
        app.run { add("a") }
        app.defaults.set(true, forKey: "set")
        try Data([1]).write(to: app.container.documents.appendingPathComponent("file"))
        phone.remove(app)
        #expect(app.state == .notRunning)
        #expect(!FileManager.default.fileExists(atPath: app.container.documents.path + "/file"))
        let again = phone.launch(identifier: "org.example.app")
        #expect(again.state == .active && !again.defaults.bool(forKey: "set"))
        again.run { #expect(accounts() == ["a"]) }
        phone.erase()
        #expect(again.state == .notRunning && phone.keychain.items.isEmpty)
        phone.launch(identifier: "org.example.app").run { #expect(accounts() == nil) }
    }

    @Test func `the identifier of a vendor ends with its last app`() throws {
        let phone = SimulatedPhone.withoutFindings()
        func identifier(_ app: SimulatedPhone.App) -> UUID? {
            app.run { UIDevice.current.identifierForVendor }
        }
        let first = phone.launch(identifier: "org.example.first")
        let second = phone.launch(identifier: "org.example.second")
        let other = phone.launch(identifier: "com.example.first")
        let vendor = try #require(identifier(first))
        #expect(identifier(second) == vendor)
        #expect(identifier(other) != vendor)
        phone.remove(first)
        #expect(identifier(second) == vendor)
        #expect(identifier(phone.launch(identifier: "org.example.first")) == vendor)
        phone.remove(first)
        phone.remove(second)
        let fresh = try #require(identifier(phone.launch(identifier: "org.example.first")))
        #expect(fresh != vendor)
        phone.erase()
        #expect(identifier(phone.launch(identifier: "org.example.first")) != fresh)
    }

    @Test func `one set of names serves a client of AudioToolbox and Security`() {
        let status: OSStatus = noErr
        let dictionary: CFDictionary = [kSecClass: kSecClassGenericPassword] as CFDictionary
        let url: CFURL = URL(fileURLWithPath: "/nothing.caf") as CFURL
        var sound: SystemSoundID = 0
        let phone = SimulatedPhone()
        phone.launch(identifier: "org.example.app").run {
            #expect(AudioServicesCreateSystemSoundID(url, &sound) != status)
            #expect(SecItemCopyMatching(dictionary, nil) == errSecItemNotFound)
        }
    }

    @Test func `a UUID comes from its text and from its bytes`() throws {
        let made = try #require(CFUUIDCreate(kCFAllocatorDefault))
        let text = try #require(CFUUIDCreateString(nil, made) as String?)
        #expect(text.count == 36 && text == text.uppercased())
        let read = try #require(CFUUIDCreateFromString(nil, text as CFString))
        #expect(CFEqual(made, read) && CFHash(made) == CFHash(read))
        let bytes = CFUUIDGetUUIDBytes(read)
        #expect(CFEqual(CFUUIDCreateFromUUIDBytes(nil, bytes), made))
        #expect(CFGetTypeID(made) == CFUUIDGetTypeID())
        #expect(CFUUIDCreateFromString(nil, "68753A44" as CFString) == nil)
        #expect(CFUUIDCreateFromString(nil, nil) == nil)
    }
}
