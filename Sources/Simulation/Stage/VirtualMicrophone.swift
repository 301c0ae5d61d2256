import AudioModel
import SoundClient
import Synchronization

/// A microphone in virtual time, which hears a given sound.
///
/// The sound goes on from time zero whether or not anybody listens, so what is heard at a moment
/// is the same in every run; after its end there is silence. It hears when time passes, which is
/// for its owner to say.
public final class VirtualMicrophone: InputDevice {
    /// The sound's own: nothing is converted.
    public let sampleRate: Double
    public let channelCount: Int

    private struct State {
        var sound: any SampleGenerator
        var hasEnded = false
        /// Frames that have passed since time zero.
        var position = 0
        var sink: InputSink?
    }

    private let state: Mutex<State>

    /// Frames that are delivered at a time at most.
    static let blockFrames = 512

    public convenience init(hearing sound: SoundBuffer) {
        self.init(hearing: BufferedSound(sound))
    }

    package init(hearing sound: some SampleGenerator & Sendable) {
        sampleRate = sound.sampleRate
        channelCount = sound.channelCount
        state = Mutex(State(sound: sound))
    }

    /// Whether somebody listens.
    public var isOpen: Bool { state.withLock { $0.sink != nil } }

    public func start(_ sink: InputSink) throws(DeviceError) {
        precondition(sink.channelCount == channelCount, "the sink is made for this device")
        state.withLock { state in
            if state.sink == nil { state.sink = sink }
        }
    }

    public func stop() {
        state.withLock { $0.sink = nil }
    }

    /// Hears everything up to `time`; nothing when that has passed already.
    public func listen(until time: HostTime) {
        let end = Int((time.seconds * sampleRate).rounded())
        while let sink = hearBlock(until: end) { sink?.attend() }
    }

    /// - Returns: `nil` at the end; otherwise who is to be told, if anyone.
    private func hearBlock(until end: Int) -> InputSink?? {
        state.withLock { state in
            let frameCount = min(end - state.position, Self.blockFrames)
            guard frameCount > 0 else { return .none }
            var block = [Float](repeating: 0, count: frameCount * channelCount)
            if !state.hasEnded {
                let made = block.withUnsafeMutableBufferPointer { block in
                    block.baseAddress.map {
                        state.sound.generate(into: $0, frameCount: frameCount)
                    } ?? 0
                }
                state.hasEnded = made < frameCount
            }
            let time = HostTime.seconds(Double(state.position) / sampleRate)
            state.position += frameCount
            guard let sink = state.sink else { return .some(nil) }
            let wants = sink.deliver(block, frameCount: frameCount, at: time)
            return .some(wants ? sink : nil)
        }
    }
}

/// A sound in memory, from its start to its end.
private struct BufferedSound: SampleGenerator {
    private let sound: SoundBuffer
    private var frame = 0

    init(_ sound: SoundBuffer) {
        self.sound = sound
    }

    var channelCount: Int { sound.channelCount }
    var sampleRate: Double { sound.sampleRate }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let count = min(frameCount, sound.frameCount - frame)
        guard count > 0 else { return 0 }
        samples.update(
            from: sound.samples + frame * channelCount, count: count * channelCount)
        frame += count
        return count
    }
}
