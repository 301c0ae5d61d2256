import AudioCodecs
import AudioModel
import TimePitch

extension StorySound {
    /// Returns the sound faster or slower at the same pitch.
    ///
    /// - Parameter rate: Playback speed; 1 returns the sound itself.
    func stretched(by rate: Double) -> StorySound {
        guard rate != 1 else { return self }
        let original = self
        let isEndless = if case .stream(_, true) = self { true } else { false }
        return .stream(
            { () throws(FormatError) in
                let generator = try original.makeGenerator()
                return StretchedGenerator(generator, rate: rate) ?? generator
            }, isEndless: isEndless)
    }
}

/// Frames of another generator, stretched or compressed in time.
private struct StretchedGenerator: SampleGenerator {
    private var generator: any SampleGenerator
    private let effect: TimePitch
    private var piece: [Float]
    private var isFlushed = false

    private static let pieceFrames = 1024

    let channelCount: Int
    let sampleRate: Double

    /// - Returns: `nil` if the time-pitch engine rejects the format.
    init?(_ generator: any SampleGenerator, rate: Double) {
        guard
            let effect = TimePitch(
                sampleRate: generator.sampleRate, channelCount: generator.channelCount)
        else { return nil }
        effect.rate = rate
        self.effect = effect
        self.generator = generator
        channelCount = generator.channelCount
        sampleRate = generator.sampleRate
        piece = Array(repeating: 0, count: Self.pieceFrames * generator.channelCount)
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        var done = 0
        while done < frameCount {
            let count = effect.read(
                into: samples + done * channelCount, frameCount: frameCount - done)
            done += count
            if count > 0 { continue }
            guard !isFlushed else { break }
            feed()
        }
        return done
    }

    private mutating func feed() {
        let made = piece.withUnsafeMutableBufferPointer { piece in
            piece.baseAddress.map {
                generator.generate(into: $0, frameCount: Self.pieceFrames)
            } ?? 0
        }
        if made > 0 { effect.write(piece, frameCount: made) }
        if made < Self.pieceFrames {
            effect.flush()
            isFlushed = true
        }
    }
}
