public import AudioModel
public import SoundClient
import Synchronization

/// A microphone in virtual time that delivers a given sound.
///
/// The sound runs from time zero whether or not the microphone is open, so every run delivers the
/// same samples at the same time; after its end there is silence. It delivers when its owner calls
/// `listen(until:)`.
public final class VirtualMicrophone: InputDevice {
    /// Frames per second, those of the sound; nothing is converted.
    public let sampleRate: Double
    /// Channels of the sound.
    public let channelCount: Int

    private struct State {
        var sound: any SampleGenerator
        var hasEnded = false
        /// Frames that have passed since time zero.
        var position = 0
        var sink: InputSink?
    }

    private let state: Mutex<State>

    /// Largest number of frames delivered at a time.
    static let blockFrames = 512

    /// Makes a microphone that picks up a sound held in memory.
    public convenience init(hearing sound: SoundBuffer) {
        self.init(hearing: BufferGenerator(sound))
    }

    package init(hearing sound: some SampleGenerator & Sendable) {
        sampleRate = sound.sampleRate
        channelCount = sound.channelCount
        state = Mutex(State(sound: sound))
    }

    /// Whether a sink is connected.
    public var isOpen: Bool { state.withLock { $0.sink != nil } }

    /// Connects a sink, which receives sound from now on.
    public func start(_ sink: InputSink) throws(DeviceError) {
        precondition(sink.channelCount == channelCount, "the sink is made for this device")
        state.withLock { state in
            if state.sink == nil { state.sink = sink }
        }
    }

    /// Disconnects the sink.
    public func stop() {
        state.withLock { $0.sink = nil }
    }

    /// Delivers everything up to `time`; does nothing if that has passed.
    public func listen(until time: HostTime) {
        let end = Int((time.seconds * sampleRate).rounded())
        while let sink = hearBlock(until: end) { sink?.service() }
    }

    /// - Returns: `nil` at the end; otherwise the sink to notify, if there is one.
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
