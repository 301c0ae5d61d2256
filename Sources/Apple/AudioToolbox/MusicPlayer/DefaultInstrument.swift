import Foundation
import MIDISynthesis

/// The instrument of tracks that nothing else plays: a sine tone, the same on all machines.
enum DefaultInstrument {
    /// The tone as a sound font.
    static let soundFont: [UInt8] = {
        // A cycle of the A of 440 Hz is a whole number of frames.
        let tone = (0..<cycleFrames * cycleCount).map { frame in
            Float(0.5 * sin(2 * .pi * Double(frame % cycleFrames) / Double(cycleFrames)))
        }
        var zone = SoundFontWriter.Zone(
            channels: [tone], sampleRate: 440 * Double(cycleFrames), rootKey: 69)
        zone.loop = cycleFrames..<cycleFrames * (cycleCount - 1)
        return SoundFontWriter([zone]).bytes
    }()

    private static let cycleFrames = 100
    private static let cycleCount = 20
}
