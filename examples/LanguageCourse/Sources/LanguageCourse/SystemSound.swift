package import AudioToolbox
import Foundation

/// A short sound of the app's, which System Sound Services play: it falls silent with the switch.
@MainActor
package final class SystemSound {
    /// Zero for one that could not be made: it is not heard, and nothing else is wrong.
    package private(set) var identifier: SystemSoundID = 0

    package init(_ tune: Tune) {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("sound-\(UUID().uuidString).wav")
        do {
            try tune.waveFile.write(to: file)
        } catch {
            return
        }
        // The file is read now, and not needed any more.
        AudioServicesCreateSystemSoundID(file as CFURL, &identifier)
        try? FileManager.default.removeItem(at: file)
    }

    /// - Parameter ended: Called when the sound is over; at once where the switch silences it.
    package func play(ended: @escaping @MainActor () -> Void = {}) {
        guard identifier != 0 else { return ended() }
        AudioServicesPlaySystemSoundWithCompletion(identifier) { Self.onMain(ended) }
    }

    /// Plays it as an alert, which the phone also vibrates for, in silent mode too.
    package func alert(ended: @escaping @MainActor () -> Void = {}) {
        guard identifier != 0 else { return ended() }
        AudioServicesPlayAlertSoundWithCompletion(identifier) { Self.onMain(ended) }
    }

    package func dispose() { AudioServicesDisposeSystemSoundID(identifier) }

    private nonisolated static func onMain(_ ended: @escaping @MainActor () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated { ended() } }
    }
}
