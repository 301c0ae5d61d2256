import DeviceIdentifier
import Foundation
import Security
import Simulation
import Testing

/// The identifier on a phone from which the app is removed, and which is reset.
@MainActor @Suite struct DeviceIdentifierTests {
    private let phone: SimulatedPhone = {
        let phone = SimulatedPhone()
        phone.onFinding = { Issue.record($0) }
        return phone
    }()

    private func launch(_ groups: [String] = []) -> SimulatedPhone.App {
        phone.launch(
            "Player", info: ["CFBundleIdentifier": "org.example.player"],
            options: .init(keychainGroups: groups))
    }

    private func identifier(of app: SimulatedPhone.App, in group: String? = nil) -> String {
        app.run { DeviceIdentifier(accessGroup: group).text }
    }

    @Test func `the same app has the same identifier in every launch`() {
        let first = identifier(of: launch())
        #expect(first.count == 36 && first == first.uppercased())
        #expect(identifier(of: launch()) == first)
    }

    @Test func `it is the same after the app was removed and installed again`() throws {
        let app = launch()
        let first = identifier(of: app)
        let file = app.container.documents.appendingPathComponent("note")
        try Data([1]).write(to: file)
        phone.remove(app)
        #expect(app.state == .notRunning)
        let again = launch()
        #expect(identifier(of: again) == first)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: again.container.documents.path)
                == [])
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a reset of the phone ends it`() {
        let first = identifier(of: launch())
        phone.erase()
        #expect(phone.keychain.items.isEmpty)
        #expect(identifier(of: launch()) != first)
    }

    @Test func `apps of one group share it`() {
        let first = identifier(of: launch(["example.shared"]), in: "example.shared")
        let other = phone.launch(
            "Recorder", info: ["CFBundleIdentifier": "org.example.recorder"],
            options: .init(keychainGroups: ["example.shared"]))
        #expect(identifier(of: other, in: "example.shared") == first)
    }

    @Test func `once forgotten it is a new one`() {
        let app = launch()
        let first = identifier(of: app)
        app.run { DeviceIdentifier().forget() }
        #expect(phone.keychain.items.isEmpty)
        #expect(identifier(of: app) != first)
    }
}
