import AudioModel
import SoundClient

/// What a device's real-time thread calls: a C function and its context, so that the thread retains
/// no closure.
///
/// Tests pass functions of their own.
package struct DeviceClient<Function: Sendable>: Sendable {
    package let function: Function
    nonisolated(unsafe) let context: UnsafeMutableRawPointer
    /// Called soon after `function` returned true, on a thread that may block.
    let service: @Sendable () -> Void
    /// Keeps `context` valid.
    private let owner: any AnyObject & Sendable

    package init(
        _ function: Function, context: UnsafeMutableRawPointer,
        owner: any AnyObject & Sendable, service: @escaping @Sendable () -> Void
    ) {
        self.function = function
        self.context = context
        self.owner = owner
        self.service = service
    }
}

/// The client of an output device.
package typealias RenderClient = DeviceClient<RenderFunction>
/// The client of an input device.
package typealias CaptureClient = DeviceClient<CaptureFunction>

/// Writes interleaved stereo frames; returns whether `service` should be called soon.
///
/// Real time: no allocation, no locks.
package typealias RenderFunction =
    @Sendable @convention(c) (
        _ context: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>,
        _ frameCount: UInt32
    ) -> Bool

/// Takes interleaved frames, of which the first was captured at a host time; returns whether `service`
/// should be called soon.
///
/// Real time: no allocation, no locks.
package typealias CaptureFunction =
    @Sendable @convention(c) (
        _ context: UnsafeMutableRawPointer, _ input: UnsafePointer<Float>,
        _ frameCount: UInt32, _ hostTimeNanoseconds: Int64
    ) -> Bool

extension RenderClient {
    init(_ source: OutputSource) {
        self.init(
            renderSource, context: Unmanaged.passUnretained(source).toOpaque(), owner: source,
            service: { source.service() })
    }
}

extension CaptureClient {
    init(_ sink: InputSink) { self.init(sink) { sink.service() } }

    /// - Parameter service: Called instead of the sink's.
    init(_ sink: InputSink, service: @escaping @Sendable () -> Void) {
        self.init(
            deliverToSink, context: Unmanaged.passUnretained(sink).toOpaque(), owner: sink,
            service: service)
    }
}

/// The bridge from a device's thread to `OutputSource.render`; `context` is the unretained source.
///
/// Real time: no allocation, no locks.
@_noLocks @_noAllocation
private func renderSource(
    _ context: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>, _ frameCount: UInt32
) -> Bool {
    Unmanaged<OutputSource>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.render(into: output, frameCount: Int(frameCount))
    }
}

/// The bridge from a device's thread to `InputSink.deliver`; `context` is the unretained sink.
///
/// Real time: no allocation, no locks.
@_noLocks @_noAllocation
private func deliverToSink(
    _ context: UnsafeMutableRawPointer, _ input: UnsafePointer<Float>, _ frameCount: UInt32,
    _ hostTimeNanoseconds: Int64
) -> Bool {
    Unmanaged<InputSink>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.deliver(
            input, frameCount: Int(frameCount), at: HostTime(nanoseconds: hostTimeNanoseconds))
    }
}
