package import AudioToolbox
import Foundation

/// A short sound of the app's, which System Sound Services play.
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

    package func play() { AudioServicesPlaySystemSound(identifier) }
    /// With a vibration.
    package func alert() { AudioServicesPlayAlertSound(identifier) }
    package func dispose() { AudioServicesDisposeSystemSoundID(identifier) }
}
