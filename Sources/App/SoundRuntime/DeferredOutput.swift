import SoundClient
import Synchronization

/// An output device that is created only when the first sound starts, so that a program that
/// prepares sounds and plays none never opens the machine's audio.
final class DeferredOutput: OutputDevice {
    let sampleRate: Double
    private let usualFrames: Int
    private let make: @Sendable () -> any OutputDevice
    private let state = Mutex(State())
    /// Serialises starts and stops.
    private let turns = CriticalSection()

    private struct State {
        var device: (any OutputDevice)?
        /// The source that the device renders from, or will once it is not held.
        var source: OutputSource?
        var isHeld = false
        /// The size of blocks that was requested, in frames; `nil` for none.
        var blockFrames: Int?
    }

    /// - Parameters:
    ///   - usualFrames: The size of the device's blocks without a request.
    ///   - make: Called once, at the first start; its device has the given sample rate.
    init(
        sampleRate: Double, usualFrames: Int, _ make: @escaping @Sendable () -> any OutputDevice
    ) {
        self.sampleRate = sampleRate
        self.usualFrames = usualFrames
        self.make = make
    }

    var blockFrames: Int {
        state.withLock { state in
            state.device?.blockFrames ?? state.blockFrames ?? usualFrames
        }
    }

    var hasEqualBlocks: Bool { state.withLock { $0.device }?.hasEqualBlocks ?? true }

    var latency: Double? { state.withLock { $0.device }?.latency }

    /// Remembers the request for the device that the first start creates.
    func requestBlockFrames(_ count: Int?) {
        let device = state.withLock { state in
            state.blockFrames = count
            return state.device
        }
        device?.requestBlockFrames(count)
    }

    func start(_ source: OutputSource) throws(DeviceError) {
        try turns.withLock { () throws(DeviceError) in try startInTurn(source) }
    }

    private func startInTurn(_ source: OutputSource) throws(DeviceError) {
        let device = state.withLock { state -> (any OutputDevice)? in
            state.source = source
            if state.isHeld { return nil }
            if let known = state.device { return known }
            let made = make()
            if let count = state.blockFrames { made.requestBlockFrames(count) }
            state.device = made
            return made
        }
        try device?.start(source)
    }

    func stop() {
        turns.withLock {
            let device = state.withLock { state in
                state.source = nil
                return state.device
            }
            device?.stop()
        }
    }

    /// Stops the device until `letGoOn`, even if it is started meanwhile.
    func hold() {
        turns.withLock {
            let device = state.withLock { state in
                state.isHeld = true
                return state.device
            }
            device?.stop()
        }
    }

    /// Restarts a held device; does nothing when it is not held.
    func letGoOn() {
        turns.withLock {
            let source = state.withLock { state -> OutputSource? in
                guard state.isHeld else { return nil }
                state.isHeld = false
                return state.source
            }
            // A device that cannot restart stays silent; the next start throws.
            if let source { try? startInTurn(source) }
        }
    }
}
