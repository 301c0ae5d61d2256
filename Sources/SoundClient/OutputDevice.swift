import AudioModel
import SoundMixer

/// Where an app's mixed sound goes: PipeWire, a paced null device, a file, the simulator.
public protocol OutputDevice: AnyObject, Sendable {
    /// Frames a second at which the source is asked to render.
    var sampleRate: Double { get }

    /// Starts pulling from `source`, on the device's render thread. Idempotent.
    func start(_ source: OutputSource) throws(OutputError)

    /// Stops pulling; returns when the render thread has left `source`. Idempotent.
    func stop()
}

/// Why an output could not be used.
public typealias OutputError = DeviceError

/// What a device pulls from: one app's mixer, and the way back to its control side.
public final class OutputSource: @unchecked Sendable {
    /// Keeps the mixer alive for `unretainedMixer`.
    private let mixer: Mixer
    private let unretainedMixer: Unmanaged<Mixer>
    private let attention: @Sendable () -> Void

    /// - Parameter attention: Runs on a control thread soon after a voice has ended.
    public init(mixer: Mixer, attention: @escaping @Sendable () -> Void) {
        self.mixer = mixer
        unretainedMixer = .passUnretained(mixer)
        self.attention = attention
    }

    /// Writes the next frames, interleaved stereo.
    ///
    /// - Returns: Whether the device should have `attend` called, soon, on a thread that may block.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    public func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Bool {
        // Borrowed, not retained: a retain could lock.
        unretainedMixer._withUnsafeGuaranteedRef {
            $0.render(into: output, frameCount: frameCount)
            return $0.hasEvents
        }
    }

    /// Lets the control side take what the render thread has reported. Any thread but the render
    /// thread.
    public func attend() {
        attention()
    }
}
