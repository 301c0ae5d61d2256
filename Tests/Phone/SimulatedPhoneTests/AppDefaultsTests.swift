import Foundation
import Simulation
import Synchronization
import Testing
import UIKit

@MainActor
@Suite("The defaults of an app on a simulated phone")
struct AppDefaultsTests {
    private let phone = SimulatedPhone.recordingFindings()

    /// What an app observes of a notification.
    @MainActor
    private final class Notes {
        private(set) var values: [String] = []
        private var token: (any NSObjectProtocol)?

        init(_ name: Notification.Name, _ value: @escaping @MainActor () -> String) {
            token = NotificationCenter.default.addObserver(
                forName: name, object: nil, queue: nil
            ) { [weak self] _ in MainActor.assumeIsolated { self?.values.append(value()) } }
        }
    }

    private func notes(of app: SimulatedPhone.App, _ key: String = "isPortraitMode") -> Notes {
        app.run {
            Notes(UserDefaults.didChangeNotification) { "\(app.defaults.bool(forKey: key))" }
        }
    }

    @Test("are its own")
    func own() {
        let (first, second) = (phone.launch("First"), phone.launch("Second"))
        let notes = [self.notes(of: first), self.notes(of: second)]
        first.run { first.defaults.set(true, forKey: "isPortraitMode") }
        #expect(first.defaults.bool(forKey: "isPortraitMode"))
        #expect(second.defaults.object(forKey: "isPortraitMode") == nil)
        #expect(UserDefaults.standard.object(forKey: "isPortraitMode") == nil)
        // The own process's change is posted at once, to its app alone.
        #expect(notes.map(\.values) == [["true"], []])
    }

    @Test("have every getter and setter of Foundation's")
    func values() {
        let app = phone.launch("App")
        let defaults = app.defaults
        defaults.set(3, forKey: "count")
        defaults.set(1.5, forKey: "rate")
        defaults.set(Float(0.25), forKey: "volume")
        defaults.set("name", forKey: "text")
        defaults.set(["a", "b"], forKey: "list")
        defaults.set(["k": 1], forKey: "table")
        defaults.set(Data([1, 2]), forKey: "data")
        #expect(defaults.integer(forKey: "count") == 3)
        #expect(defaults.double(forKey: "rate") == 1.5)
        #expect(defaults.float(forKey: "volume") == 0.25)
        #expect(defaults.string(forKey: "text") == "name")
        #expect(defaults.stringArray(forKey: "list") == ["a", "b"])
        #expect(defaults.dictionary(forKey: "table") as? [String: Int] == ["k": 1])
        #expect(defaults.data(forKey: "data") == Data([1, 2]))
        #expect(defaults.integer(forKey: "none") == 0)
        defaults.removeObject(forKey: "count")
        #expect(defaults.object(forKey: "count") == nil)
        defaults.register(defaults: ["count": 7, "text": "other"])
        #expect(defaults.integer(forKey: "count") == 7)
        #expect(defaults.string(forKey: "text") == "name")
        #expect(Set(defaults.dictionaryRepresentation().keys).isSuperset(of: ["count", "rate"]))
    }

    @Test("last over its launches, but for what it registers")
    func relaunch() {
        let app = phone.launch("App")
        app.defaults.set(3, forKey: "count")
        app.defaults.register(defaults: ["hint": true])
        phone.quit(app)
        let again = phone.launch("App")
        #expect(again.defaults.integer(forKey: "count") == 3)
        #expect(again.defaults.object(forKey: "hint") == nil)
    }

    @Test("refuse what is no value of a property list, with a finding")
    func noPropertyList() {
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        let app = phone.launch("App")
        app.run { app.defaults.set(NSObject(), forKey: "object") }
        #expect(app.defaults.object(forKey: "object") == nil)
        #expect(findings.count == 1)
    }

    // MARK: Settings

    @Test("that the user changes are new when the app hears of it on its main thread")
    func changed() {
        let app = phone.launch("App")
        let notes = notes(of: app)
        let other = self.notes(of: phone.launch("Other"))
        phone.open(app)
        phone.change("isPortraitMode", to: true, of: app)
        #expect(notes.values == ["true"])
        #expect(other.values == [])
    }

    @Test("are posted with Apple's object to an app of UIKit, once")
    func object() {
        let app = phone.launch("App")
        let isOwn = app.run {
            _ = UIApplication.shared
            let seen = Mutex<[Bool]>([])
            NotificationCenter.default.addObserver(
                forName: UserDefaults.didChangeNotification, object: nil, queue: nil
            ) { note in seen.withLock { $0.append(note.object is PhoneDefaults) } }
            return { seen.withLock { $0 } }
        }
        phone.change("isPortraitMode", to: true, of: app)
        #expect(isOwn() == [true])
    }

    @Test(
        "and the locale are told once each after a suspension, before the app is active",
        arguments: [true, false])
    func suspended(usesUIKit: Bool) {
        let app = phone.launch("App")
        let log = app.run {
            if usesUIKit { _ = UIApplication.shared }
            let log = Mutex<[String]>([])
            let names: [(String, Notification.Name)] = [
                ("settings", UserDefaults.didChangeNotification),
                ("locale", NSLocale.currentLocaleDidChangeNotification),
            ]
            for (word, name) in names {
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    _ in log.withLock { $0.append(word) }
                }
            }
            if usesUIKit {
                NotificationCenter.default.addObserver(
                    forName: UIApplication.didBecomeActiveNotification, object: nil, queue: nil
                ) { _ in log.withLock { $0.append("active") } }
            }
            return { log.withLock { $0 } }
        }
        phone.advance(by: .seconds(1))
        phone.home()
        phone.advance(by: .seconds(20))
        #expect(app.state == .suspended)
        let before = log().count
        phone.change("sound", to: false, of: app)
        phone.change("isPortraitMode", to: true, of: app)
        phone.change(locale: "ko_KR")
        #expect(log().count == before)
        phone.open(app)
        let told = Array(log()[before...])
        #expect(told == ["settings", "locale"] + (usesUIKit ? ["active"] : []))
        #expect(app.defaults.bool(forKey: "isPortraitMode"))
    }

    // MARK: Locale

    @Test("stand beside the user's locale and languages")
    func locale() {
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        let app = phone.launch("App")
        #expect(app.locale.identifier == "en_US" && app.preferredLanguages == ["en-US"])
        phone.change(locale: "ko_KR")
        #expect(app.locale.identifier == "ko_KR" && app.preferredLanguages == ["ko-KR"])
        #expect(phone.launch("Other").locale.identifier == "ko_KR")
        // One that there is not changes nothing.
        phone.change(locale: "klingon_KR")
        #expect(phone.locale.identifier == "ko_KR")
        #expect(findings.count == 1)
    }
}
