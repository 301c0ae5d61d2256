import AudioConversion
import AudioModel
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// A format of samples.
enum OpenALFormat: Int32, Sendable {
    case mono8 = 0x1100
    case mono16 = 0x1101
    case stereo8 = 0x1102
    case stereo16 = 0x1103
    case monoFloat = 0x10010
    case stereoFloat = 0x10011

    var channelCount: Int {
        switch self {
        case .mono8, .mono16, .monoFloat: 1
        case .stereo8, .stereo16, .stereoFloat: 2
        }
    }

    /// The size of a frame in bytes.
    var frameBytes: Int {
        switch self {
        case .mono8: 1
        case .mono16, .stereo8: 2
        case .stereo16, .monoFloat: 4
        case .stereoFloat: 8
        }
    }

    /// Writes samples in the format.
    func write(_ samples: ArraySlice<Float>, to memory: UnsafeMutableRawPointer) {
        for (index, sample) in samples.enumerated() {
            switch self {
            case .mono8, .stereo8:
                // Eight bits are unsigned.
                let value = min(max((sample * 128).rounded(), -128), 127)
                memory.storeBytes(of: UInt8(value + 128), toByteOffset: index, as: UInt8.self)
            case .mono16, .stereo16:
                let value = min(max((sample * 32_768).rounded(), -32_768), 32_767)
                memory.storeBytes(of: Int16(value), toByteOffset: 2 * index, as: Int16.self)
            case .monoFloat, .stereoFloat:
                memory.storeBytes(of: sample, toByteOffset: 4 * index, as: Float.self)
            }
        }
    }
}

/// The microphone of an app as OpenAL records it. Any thread.
///
/// A recording that the policy holds goes on when the app activates its session, or starts it again.
final class OpenALCapture: Sendable {
    private weak let app: AppSound?
    private let format: OpenALFormat
    private let capacity: Int
    private let rate: Int
    private let state = Mutex(State())

    private struct State {
        /// Captured frames that wait, in the format's channels.
        var samples: [Float] = []
        var stream: Int?
        var converter: CaptureConverter?
    }

    /// - Parameter capacity: The number of frames that wait at most; later ones are lost.
    init(_ app: AppSound, _ format: OpenALFormat, rate: Int, capacity: Int) {
        self.app = app
        self.format = format
        self.rate = rate
        self.capacity = capacity
    }

    /// Starts or resumes the recording.
    ///
    /// - Throws: The session's refusal.
    func start() throws(SessionError) {
        guard let app else { throw .expiredSession }
        if let stream = state.withLock({ $0.stream }) { return try app.resumeStream(stream) }
        let converter = CaptureConverter(
            from: Int(app.inputSampleRate), to: rate, channelCount: format.channelCount)
        state.withLock { $0.converter = converter }
        let stream = try app.startRecording(
            onCapture: { [weak self] in self?.receive($0) },
            ended: { [weak self] _ in self?.state.withLock { $0.stream = nil } })
        state.withLock { $0.stream = stream }
    }

    func stop() {
        let stream = state.withLock { state in
            defer { state.stream = nil }
            return state.stream
        }
        if let stream { try? app?.stopStream(stream) }
    }

    func sessionWasActivated() {
        guard let app, let stream = state.withLock({ $0.stream }) else { return }
        if app.transport(ofStream: stream) == .held { try? app.resumeStream(stream) }
    }

    private func receive(_ sound: CapturedSound) {
        state.withLock { state in
            guard let converter = state.converter else { return }
            let new = converter.convert(sound)
            let room = capacity * format.channelCount - state.samples.count
            state.samples += new.prefix(room)
        }
    }

    /// The number of frames that wait.
    var waitingFrames: Int { state.withLock { $0.samples.count / format.channelCount } }

    /// Takes the oldest frames.
    ///
    /// - Returns: Whether as many were waiting.
    func take(_ frames: Int, into memory: UnsafeMutableRawPointer) -> Bool {
        state.withLock { state in
            let count = frames * format.channelCount
            guard count <= state.samples.count else { return false }
            format.write(state.samples.prefix(count), to: memory)
            state.samples.removeFirst(count)
            return true
        }
    }
}

/// Converts captured sound to a number of channels and a sample rate.
///
/// Ownership: the mutex of the capture guards it.
private final class CaptureConverter: @unchecked Sendable {
    private let channelCount: Int
    private let resampler: StreamResampler?

    init(from inputRate: Int, to outputRate: Int, channelCount: Int) {
        self.channelCount = channelCount
        resampler =
            inputRate == outputRate
            ? nil
            : StreamResampler(
                RateRatio(from: Double(inputRate), to: Double(outputRate)),
                channelCount: channelCount, quality: RateConversionQuality(), method: .normal)
    }

    func convert(_ sound: CapturedSound) -> [Float] {
        let mixed = mix(sound)
        guard let resampler else { return mixed }
        var output: [Float] = []
        var start = 0
        let frameCount = mixed.count / channelCount
        mixed.withUnsafeBufferPointer { samples in
            while start < frameCount, let first = samples.baseAddress {
                let count = min(
                    frameCount - start, resampler.room, StreamResampler.blockFrames)
                resampler.append(first + start * channelCount, count: count)
                start += count
                output += ready(resampler)
            }
        }
        return output
    }

    private func ready(_ resampler: StreamResampler) -> [Float] {
        var output: [Float] = []
        while resampler.readyCount > 0 {
            let count = min(resampler.readyCount, StreamResampler.blockFrames)
            output += [Float](unsafeUninitializedCapacity: count * channelCount) { buffer, filled in
                guard let start = buffer.baseAddress else { return }
                resampler.read(into: start, count: count)
                filled = count * channelCount
            }
        }
        return output
    }

    /// The sound in the wanted number of channels: mono is the mean of two.
    private func mix(_ sound: CapturedSound) -> [Float] {
        guard sound.channelCount != channelCount else { return sound.samples }
        if channelCount == 2 { return sound.samples.flatMap { [$0, $0] } }
        return (0..<sound.frameCount).map { frame in
            (sound.samples[2 * frame] + sound.samples[2 * frame + 1]) / 2
        }
    }
}
