import AudioModel
import SoundClient

/// What an input device's real-time thread calls: a C function and its context.
///
/// Tests pass capture functions of their own.
package struct CaptureClient: Sendable {
    /// Takes interleaved frames; returns whether `attend` should be called soon.
    ///
    /// Real time: no allocation, no locks.
    package typealias Capture =
        @Sendable @convention(c) (
            _ context: UnsafeMutableRawPointer, _ input: UnsafePointer<Float>,
            _ frameCount: UInt32, _ nanoseconds: Int64
        ) -> Bool

    package let capture: Capture
    nonisolated(unsafe) let context: UnsafeMutableRawPointer
    /// Called soon after `capture` returned true, on a thread that may block.
    let attend: @Sendable () -> Void
    /// Keeps `context` valid.
    private let owner: any AnyObject & Sendable

    package init(
        capture: @escaping Capture, context: UnsafeMutableRawPointer,
        owner: any AnyObject & Sendable, attend: @escaping @Sendable () -> Void
    ) {
        self.capture = capture
        self.context = context
        self.owner = owner
        self.attend = attend
    }

    init(_ sink: InputSink) {
        self.init(
            capture: deliverToSink, context: Unmanaged.passUnretained(sink).toOpaque(),
            owner: sink, attend: { sink.attend() })
    }
}

/// The bridge from a device's thread to `InputSink.deliver`; `context` is the unretained sink.
///
/// Real time: no allocation, no locks.
@_noLocks @_noAllocation
private func deliverToSink(
    _ context: UnsafeMutableRawPointer, _ input: UnsafePointer<Float>, _ frameCount: UInt32,
    _ nanoseconds: Int64
) -> Bool {
    Unmanaged<InputSink>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.deliver(
            input, frameCount: Int(frameCount), at: HostTime(nanoseconds: nanoseconds))
    }
}
