import SoundClient
import Synchronization

/// An output that is looked for only when the first sound starts, so that a program that makes
/// sounds ready and plays none never touches the machine's audio.
final class DeferredOutput: OutputDevice {
    let sampleRate: Double
    private let make: @Sendable () -> any OutputDevice
    private let device = Mutex<(any OutputDevice)?>(nil)

    /// - Parameter make: Called once, at the first start; its device has the same sample rate.
    init(sampleRate: Double, _ make: @escaping @Sendable () -> any OutputDevice) {
        self.sampleRate = sampleRate
        self.make = make
    }

    func start(_ source: OutputSource) throws(OutputError) {
        let device = device.withLock { device in
            let found = device ?? make()
            device = found
            return found
        }
        try device.start(source)
    }

    func stop() {
        device.withLock { $0 }?.stop()
    }
}
