public import AudioModel
public import Foundation
import Keychain
import SoundClient
import SoundServer
import Synchronization

extension SimulatedPhone {
    /// The keychain of a phone, which its apps use through `Security`. It outlives the apps: only
    /// `erase()` empties it.
    @MainActor
    public final class PhoneKeychain {
        /// An item of any app.
        public struct Item: Hashable, Sendable {
            /// `kSecClass`: `genp` or `inet`.
            public let itemClass: String
            /// The attributes that are texts, by the strings of their constants: `acct`, `svce`.
            public let texts: [String: String]
            /// `kSecAttrGeneric`; `nil` for none.
            public let generic: Data?
            /// The data, `kSecValueData`.
            public let data: Data
            /// The access group.
            public let group: String
            /// When it was added.
            public let created: Date
            /// When it was last changed.
            public let modified: Date

            /// `kSecAttrAccount`; empty for none.
            public var account: String { texts["acct"] ?? "" }
            /// `kSecAttrService`; empty for none.
            public var service: String { texts["svce"] ?? "" }
            /// `kSecAttrServer`; empty for none.
            public var server: String { texts["srvr"] ?? "" }
        }

        let store = MemoryKeychainStore()

        /// The items of all apps, in the order in which they were added.
        public var items: [Item] { store.items.map { Item($0) } }
    }

    /// How the phone handles access groups of the keychain.
    public enum KeychainGroupRule: Hashable, Sendable {
        /// The rule of devices: an app uses the groups that it declares, and its own.
        case device
        /// The rule of Apple's simulator: all apps see all items, and an item that names a group gives
        /// `errSecNoAccessForItem`.
        case simulator
    }

    /// Gives a launched app its view of the keychain.
    func shareKeychain(with app: App, groups: [String]) {
        let store = keychain.store
        let sound = app.staged.sound
        let (connection, environment) = (sound.connection, sound.environment)
        let (startDate, passcode) = (stage.loop.startDate, passcode)
        let rule: KeychainClient.GroupRule =
            switch keychainGroups {
            case .device: .device
            case .simulator: .simulator
            }
        let name = app.name
        _ = sound.attachment {
            KeychainClient(
                groups: .init(declared: groups, identifier: app.identifier, rule: rule),
                store: { () throws(KeychainError) in store },
                protection: {
                    .init(
                        isUnlocked: connection.session.isProtectedDataAvailable,
                        hasPasscode: passcode.isSet)
                },
                now: { [weak environment] in
                    let nanoseconds = startDate &+ (environment?.now.nanoseconds ?? 0)
                    return Date(timeIntervalSince1970: Double(nanoseconds) / 1e9)
                },
                reportGroup: { [weak self] group in
                    self?.noteFromAnyThread(
                        "\(name) names the access group \(group), which is not among "
                            + "keychainGroups of its launch")
                })
        }
    }

    /// Removes the user's passcode, which needs an unlocked phone: the lock protects nothing from now
    /// on, and items that need a passcode are gone from the keychain.
    public func removePasscode() {
        stage.loop.prepareForAct()
        guard !isLocked else { return note("the passcode cannot be removed: the phone is locked") }
        guard passcode.isSet else { return note("there is no passcode that could be removed") }
        passcode.remove()
        stage.server.removePasscode()
        keychain.store.removeAll { $0.accessibility == .whenPasscodeSetThisDeviceOnly }
    }

    /// Adds a finding about what an app's code does on any of its threads.
    nonisolated func noteFromAnyThread(_ words: String) {
        if Thread.isMainThread {
            MainActor.assumeIsolated { note(words) }
        } else {
            Task { @MainActor [weak self] in self?.note(words) }
        }
    }
}

/// Whether a phone has a passcode. Any thread.
final class Passcode: Sendable {
    private let state: Mutex<Bool>

    init(isSet: Bool) { state = Mutex(isSet) }

    var isSet: Bool { state.withLock { $0 } }
    func remove() { state.withLock { $0 = false } }
}

extension SimulatedPhone.LaunchOptions {
    /// The properties of an app with access groups of the keychain.
    public init(_ launch: Launch = .byUser, keychainGroups: [String]) {
        self.init(launch)
        self.keychainGroups = keychainGroups
    }
}

extension SimulatedPhone.PhoneKeychain.Item {
    fileprivate init(_ item: KeychainItem) {
        itemClass = item.itemClass.rawValue
        var texts: [String: String] = [:]
        for (attribute, value) in item.attributes {
            if let text = value.text { texts[attribute.rawValue] = text }
        }
        self.texts = texts
        generic = item.attributes[.generic]?.data
        data = item.data
        group = item.group
        created = item.created
        modified = item.modified
    }
}
