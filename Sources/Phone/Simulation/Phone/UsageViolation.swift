import Foundation
import SoundClient
import SoundServer
import Synchronization

extension SimulatedPhone {
    /// What happens to an app that uses what its user must allow without having said why: it is
    /// ended, and that is a finding, once.
    func violationReport(of app: App) -> @Sendable (_ call: String, _ rule: String) -> Void {
        let (name, connection) = (app.name, app.staged.sound.connection)
        let hasEnded = Atomic(false)
        return { [weak self] call, rule in
            guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
            let words =
                "\(name) is ended: \(call): required condition is false: \(rule); pass it to "
                + "launch in info:"
            if Thread.isMainThread {
                MainActor.assumeIsolated { self?.note(words) }
            } else {
                Task { @MainActor in self?.note(words) }
            }
            connection.disconnect(.killed)
        }
    }
}
