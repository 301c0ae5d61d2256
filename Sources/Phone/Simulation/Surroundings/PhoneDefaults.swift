public import Foundation
import SimulatedTime
package import SoundClient
import Synchronization

/// The defaults of one app on a simulated phone, in place of `UserDefaults.standard`, which all apps
/// of a test's process share: give it to code that takes a `UserDefaults`. Any thread.
///
/// Values last as long as the phone, over launches of the app. A change by the app's own code posts
/// `didChangeNotification` on its thread; a change in the Settings app posts it on the main thread.
public final class PhoneDefaults: UserDefaults {
    private let store: DefaultsStore
    /// The defaults that the app has registered since its launch.
    private let registered = DefaultsStore()
    private weak let app: AppSound?

    init(_ store: DefaultsStore, of app: AppSound) {
        self.store = store
        self.app = app
        // Foundation refuses names of suites, and this has none.
        super.init(suiteName: nil)!
    }

    /// The value that was set, or else the one that was registered.
    public override func object(forKey defaultName: String) -> Any? {
        store.value(of: defaultName) ?? registered.value(of: defaultName)
    }

    /// Sets a value of a property list; `nil` removes it.
    ///
    /// Anything else ends an app on a device; here it changes nothing, and is a finding of the phone.
    public override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return removeObject(forKey: defaultName) }
        guard store.set(value, for: defaultName) else {
            let problem = "\(type(of: value)) for \(defaultName) is no value of a property list"
            RuntimeIssue(.exception, "UserDefaults.set(_:forKey:)", problem).report(of: app)
            return
        }
        postChange()
    }

    public override func removeObject(forKey defaultName: String) {
        store.remove(defaultName)
        postChange()
    }

    /// Adds values for keys that have none, until the app ends.
    public override func register(defaults registrationDictionary: [String: Any]) {
        for (key, value) in registrationDictionary { _ = registered.set(value, for: key) }
    }

    public override func dictionaryRepresentation() -> [String: Any] {
        registered.all.merging(store.all) { $1 }
    }

    /// Removes all values, whatever the name of the domain.
    public override func removePersistentDomain(forName domainName: String) {
        store.removeAll()
        postChange()
    }

    /// Returns the values that were set, whatever the name of the domain.
    public override func persistentDomain(forName domainName: String) -> [String: Any]? {
        store.all
    }

    /// Replaces all values that were set, whatever the name of the domain.
    public override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        store.removeAll()
        for (key, value) in domain { _ = store.set(value, for: key) }
        postChange()
    }

    /// Returns true: there is nothing to write.
    public override func synchronize() -> Bool { true }

    /// Posts a change of the app's own code; what a test sets outside of it is not the app's.
    private func postChange() {
        guard let app, CurrentApp.simulated === app else { return }
        NotificationCenter.default.post(UserDefaults.didChangeNotification, self)
    }
}

extension PhoneDefaults: AppOwned {
    package func belongs(to other: AppSound) -> Bool { app === other }
}

/// Values of property lists by their keys. Any thread.
final class DefaultsStore: Sendable {
    /// Each value as a property list of its own, an array of one.
    private let values = Mutex<[String: Data]>([:])

    func value(of key: String) -> Any? {
        values.withLock { $0[key] }.flatMap { Self.value(in: $0) }
    }

    /// - Returns: Whether the value can be kept.
    func set(_ value: Any, for key: String) -> Bool {
        guard PropertyListSerialization.propertyList([value], isValidFor: .binary),
            let data = try? PropertyListSerialization.data(
                fromPropertyList: [value], format: .binary, options: 0)
        else { return false }
        values.withLock { $0[key] = data }
        return true
    }

    func remove(_ key: String) { values.withLock { $0[key] = nil } }

    func removeAll() { values.withLock { $0 = [:] } }

    var all: [String: Any] { values.withLock { $0 }.compactMapValues { Self.value(in: $0) } }

    private static func value(in data: Data) -> Any? {
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as? [Any])?.first
    }
}
