import AVFAudio
import Foundation

/// The sound of a plucked string, for a synthesizer without a sound bank.
enum PluckedString {
    private static let sampleRate = 48_000.0
    /// The frequency of the middle C, the key at which a sampler plays a file as it is.
    private static let hertz = 261.63

    /// Writes a note of the middle C into a file.
    static func write(to url: URL) throws {
        guard
            let format = AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 1),
            let buffer = AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: AVAudioFrameCount(3 * sampleRate)),
            let samples = buffer.floatChannelData?[0]
        else { return }
        buffer.frameLength = buffer.frameCapacity
        for frame in 0..<Int(buffer.frameLength) {
            let seconds = Double(frame) / sampleRate
            // The higher a partial, the sooner it dies away.
            let sum = (1...8).reduce(0.0) { sum, partial in
                let number = Double(partial)
                return sum + exp(-number * seconds * 1.5) / number
                    * sin(2 * .pi * number * hertz * seconds)
            }
            samples[frame] = Float(0.5 * sum)
        }
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        try file.write(from: buffer)
    }
}
