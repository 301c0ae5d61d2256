import SoundClient
import Synchronization

/// An input device that is created only when the first recording starts, so that a program that
/// does not record never opens the machine's microphones.
final class DeferredInput: InputDevice {
    let sampleRate: Double
    let channelCount: Int
    private let make: @Sendable () -> any InputDevice
    private let state = Mutex(State())

    private struct State {
        var device: (any InputDevice)?
        /// The size of blocks that was requested, in frames; `nil` for none.
        var blockFrames: Int?
        var processing: VoiceProcessing?
    }

    /// - Parameter make: Called once, at the first start; its device has the given sample rate and
    ///   number of channels.
    init(sampleRate: Double, channelCount: Int, _ make: @escaping @Sendable () -> any InputDevice) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.make = make
    }

    func start(_ sink: InputSink) throws(DeviceError) {
        let device = state.withLock { state in
            if let device = state.device { return device }
            let made = make()
            made.requestBlockFrames(state.blockFrames)
            made.setVoiceProcessing(state.processing)
            state.device = made
            return made
        }
        try device.start(sink)
    }

    func stop() {
        state.withLock { $0.device }?.stop()
    }

    /// Remembers the request for the device that the first start creates.
    func requestBlockFrames(_ count: Int?) {
        let device = state.withLock { state in
            state.blockFrames = count
            return state.device
        }
        device?.requestBlockFrames(count)
    }

    /// Remembers the request for the device that the first start creates.
    func setVoiceProcessing(_ processing: VoiceProcessing?) {
        let device = state.withLock { state in
            state.processing = processing
            return state.device
        }
        device?.setVoiceProcessing(processing)
    }
}
