package import Foundation

/// A few notes, as samples or as a sound file: the app makes its sounds itself.
package struct Tune: Sendable {
    package static let sampleRate = 44_100

    /// Mono, ±1.
    package let samples: [Float]

    /// - Parameter notes: Each fades within its time; 0 Hz is a rest.
    package init(_ notes: [(hertz: Double, seconds: Double)], volume: Float = 0.5) {
        var samples: [Float] = []
        for note in notes {
            let count = Int(note.seconds * Double(Self.sampleRate))
            for frame in 0..<count {
                let phase = 2 * Double.pi * note.hertz * Double(frame) / Double(Self.sampleRate)
                let fade = 1 - Float(frame) / Float(count)
                // The first hundredth of a second rises, so that no note begins with a click.
                let rise = min(1, Float(frame) / 441)
                samples.append(volume * fade * rise * Float(sin(phase)))
            }
        }
        self.samples = samples
    }

    /// A WAVE file of 16-bit samples.
    package var waveFile: Data {
        let byteCount = UInt32(2 * samples.count)
        var file = Data("RIFF".utf8)
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
        }
        append(36 + byteCount)
        file.append(contentsOf: "WAVEfmt ".utf8)
        append(UInt32(16))
        append(UInt16(1))  // Linear PCM.
        append(UInt16(1))  // Mono.
        append(UInt32(Self.sampleRate))
        append(UInt32(2 * Self.sampleRate))
        append(UInt16(2))
        append(UInt16(16))
        file.append(contentsOf: "data".utf8)
        append(byteCount)
        for sample in samples { append(Int16(sample * 32_767)) }
        return file
    }
}
