import Realtime
import TimePitch

/// The settings of a time pitch.
struct TimePitchSettings: EffectSettings {
    var rate: Float = 1
    var pitch: Float = 0
    var overlap: Float = 8
    var isPeakLocking = true
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var rate: Double
        var cents: Double
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        guard !isBypassed else { return Coefficients(rate: 1, cents: 0) }
        return Coefficients(rate: Double(rate), cents: Double(pitch))
    }
}

/// A change of speed and of pitch, independently.
///
/// Uses `TimePitch`, which overlaps segments and is exact in its output's length. At rate 1 and
/// pitch 0 the sound passes unchanged, as it does without the package trait `SoundTouch` and with
/// more than 16 channels.
///
/// While rate and pitch do not change, it is real-time safe: `prepare` sends silence through the
/// engine, because its queues allocate until they have their largest size. A change of rate or pitch
/// allocates, because it flushes the engine.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns all else.
package final class TimePitchEffect: TimeEffect, Bypassable, @unchecked Sendable {
    /// The valid speeds.
    package static let rateRange: ClosedRange<Float> = 1.0 / 32...32
    /// The valid changes of pitch in cents.
    package static let pitchRange: ClosedRange<Float> = -2400...2400
    /// The valid numbers of overlapping segments.
    package static let overlapRange: ClosedRange<Float> = 3...32

    private let shared: SharedSettings<TimePitchSettings>
    private var engine: TimePitch?
    private var channelCount = 0
    /// The settings of the engine.
    private var present = TimePitchSettings.Coefficients(rate: 1, cents: 0)
    /// Interleaved input frames that do not fill a piece yet.
    private var pending: [Float] = []
    /// Interleaved frames on their way out; without an engine, all frames.
    private var scratch: [Float] = []

    /// The engine receives pieces of this many frames, at the speeds up to 1, whatever the blocks.
    private static let pieceFrames = 256
    private static let pieceFramesMax = 4096

    /// - Parameter pitch: The first change of pitch in cents; Apple's class begins with 0, the audio
    ///   unit with 1.
    package init(pitch: Float = 0) {
        var settings = TimePitchSettings()
        settings.pitch = pitch.clamped(to: Self.pitchRange, or: settings.pitch)
        shared = SharedSettings(settings)
    }

    /// The speed as a factor, 1/32…32 (1).
    package var rate: Float {
        get { shared.value.rate }
        set { shared.change { $0.rate = newValue.clamped(to: Self.rateRange, or: $0.rate) } }
    }

    /// The change of pitch in cents, −2400…2400 (0).
    package var pitch: Float {
        get { shared.value.pitch }
        set { shared.change { $0.pitch = newValue.clamped(to: Self.pitchRange, or: $0.pitch) } }
    }

    /// The number of overlapping segments, 3…32 (8). Stored only: the engine chooses its own.
    package var overlap: Float {
        get { shared.value.overlap }
        set {
            shared.change { $0.overlap = newValue.clamped(to: Self.overlapRange, or: $0.overlap) }
        }
    }

    /// Whether the phases of a spectrum's peaks stay locked. Stored only: the engine works in time.
    package var isPeakLocking: Bool {
        get { shared.value.isPeakLocking }
        set { shared.change { $0.isPeakLocking = newValue } }
    }

    package var isBypassed: Bool {
        get { shared.value.isBypassed }
        set { shared.change { $0.isBypassed = newValue } }
    }

    package var latencyFrames: Int { 0 }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        self.channelCount = channelCount
        engine = TimePitch(sampleRate: sampleRate.asSampleRate, channelCount: channelCount)
        scratch = []
        scratch.reserveCapacity(max(maximumFrameCount, Self.pieceFramesMax) * channelCount)
        pending.reserveCapacity(Self.pieceFramesMax * channelCount)
        engine?.reserve(frameCount: max(maximumFrameCount, Self.pieceFramesMax))
        present = .init(rate: 1, cents: 0)
        reset()
        warmUp(maximumFrameCount, sampleRate: sampleRate.asSampleRate)
    }

    /// Sends silence through the engine, so that its queues have the size that the settings need.
    private func warmUp(_ frameCount: Int, sampleRate: Double) {
        guard let engine else { return }
        applySettings()
        guard !passesThrough else { return }
        // Larger than later ones, so that the queues' levels are higher.
        let piece = 2 * pieceCount
        let silence = [Float](repeating: 0, count: piece * channelCount)
        let seconds = Self.bufferedSeconds * max(present.rate, 1)
        var left = Int(Double(frameCount) * present.rate + seconds * sampleRate) + 2 * piece
        while left > 0 {
            engine.write(silence, frameCount: piece)
            left -= piece
        }
        engine.reset()
    }

    /// More than the sound that the engine buffers, at the speeds up to 1.
    private static let bufferedSeconds = 0.2

    private var passesThrough: Bool {
        engine == nil || (present.rate == 1 && present.cents == 0)
    }

    private var pieceCount: Int {
        var count = Self.pieceFrames
        while Double(count) < Double(Self.pieceFrames) * present.rate, count < Self.pieceFramesMax {
            count *= 2
        }
        return count
    }

    private var readyCount: Int {
        engine?.readyFrameCount ?? (channelCount > 0 ? scratch.count / channelCount : 0)
    }

    private func applySettings() {
        let newest = shared.reader.pointee.read()
        guard newest.rate != present.rate || newest.cents != present.cents else { return }
        writePending()
        present = newest
        engine?.rate = newest.rate
        engine?.pitchCents = newest.cents
    }

    private func writePending() {
        guard let engine, channelCount > 0, !pending.isEmpty else { return }
        engine.write(pending, frameCount: pending.count / channelCount)
        pending.removeAll(keepingCapacity: true)
    }

    package func neededInputFrames(for outputFrameCount: Int) -> Int {
        applySettings()
        guard channelCount > 0 else { return 0 }
        let missing = outputFrameCount - readyCount
        guard missing > 0 else { return 0 }
        return passesThrough ? missing : max(pieceCount - pending.count / channelCount, 1)
    }

    package func append(_ input: PlanarSamples, frameCount: Int) {
        guard channelCount > 0 else { return }
        for frame in 0..<frameCount {
            for channel in 0..<channelCount {
                pending.append(input[channel][frame].withoutExtremes)
            }
            if pending.count >= pieceCount * channelCount { writePending() }
        }
        guard passesThrough else { return }
        if engine == nil {
            scratch += pending
            pending.removeAll(keepingCapacity: true)
        } else {
            writePending()
        }
    }

    package func read(_ output: PlanarSamples, frameCount: Int) {
        guard channelCount > 0, frameCount > 0 else { return }
        let sampleCount = frameCount * channelCount
        var readCount = min(scratch.count / channelCount, frameCount)
        if let engine {
            scratch.removeAll(keepingCapacity: true)
            scratch.append(contentsOf: repeatElement(0, count: sampleCount))
            readCount = scratch.withUnsafeMutableBufferPointer { samples in
                samples.baseAddress.map { engine.read(into: $0, frameCount: frameCount) } ?? 0
            }
        }
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                let isRead = frame < readCount
                output[channel][frame] = isRead ? scratch[frame * channelCount + channel] : 0
            }
        }
        scratch.removeFirst(engine == nil ? readCount * channelCount : sampleCount)
    }

    package func reset() {
        engine?.reset()
        pending.removeAll(keepingCapacity: true)
        scratch.removeAll(keepingCapacity: true)
    }
}
