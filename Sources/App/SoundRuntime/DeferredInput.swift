import SoundClient
import Synchronization

/// An input device that is created only when the first recording starts, so that a program that
/// does not record never opens the machine's microphones.
final class DeferredInput: InputDevice {
    let sampleRate: Double
    let channelCount: Int
    private let make: @Sendable () -> any InputDevice
    private let device = Mutex<(any InputDevice)?>(nil)

    /// - Parameter make: Called once, at the first start; its device has the given sample rate and
    ///   number of channels.
    init(sampleRate: Double, channelCount: Int, _ make: @escaping @Sendable () -> any InputDevice) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.make = make
    }

    func start(_ sink: InputSink) throws(DeviceError) {
        let device = device.withLock { device in
            let found = device ?? make()
            device = found
            return found
        }
        try device.start(sink)
    }

    func stop() {
        device.withLock { $0 }?.stop()
    }
}
