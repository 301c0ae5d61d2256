import SoundClient
import Synchronization

/// An output that is looked for only when the first sound starts, so that a program that makes
/// sounds ready and plays none never touches the machine's audio.
final class DeferredOutput: OutputDevice {
    let sampleRate: Double
    private let make: @Sendable () -> any OutputDevice
    private let state = Mutex(State())
    /// One start or stop at a time.
    private let turns = Mutex(())

    private struct State {
        var device: (any OutputDevice)?
        /// What the device pulls from, or would if it were not held.
        var source: OutputSource?
        var isHeld = false
    }

    /// - Parameter make: Called once, at the first start; its device has the same sample rate.
    init(sampleRate: Double, _ make: @escaping @Sendable () -> any OutputDevice) {
        self.sampleRate = sampleRate
        self.make = make
    }

    func start(_ source: OutputSource) throws(OutputError) {
        try turns.withLock { _ throws(OutputError) in try startInTurn(source) }
    }

    private func startInTurn(_ source: OutputSource) throws(OutputError) {
        let device = state.withLock { state -> (any OutputDevice)? in
            state.source = source
            if state.isHeld { return nil }
            let found = state.device ?? make()
            state.device = found
            return found
        }
        try device?.start(source)
    }

    func stop() {
        turns.withLock { _ in
            let device = state.withLock { state in
                state.source = nil
                return state.device
            }
            device?.stop()
        }
    }

    /// Has the device stand still until `letGoOn`, whatever is started meanwhile.
    func hold() {
        turns.withLock { _ in
            let device = state.withLock { state in
                state.isHeld = true
                return state.device
            }
            device?.stop()
        }
    }

    /// Does nothing on one that is not held.
    func letGoOn() {
        turns.withLock { _ in
            let source = state.withLock { state -> OutputSource? in
                guard state.isHeld else { return nil }
                state.isHeld = false
                return state.source
            }
            // One that cannot be had again is silent; the next start says so.
            if let source { try? startInTurn(source) }
        }
    }
}
