import SoundClient

/// What an output device's real-time thread calls: a C function and its context.
///
/// Tests pass render functions of their own.
package struct RenderClient: Sendable {
    /// Writes interleaved stereo frames; returns whether `attend` should be called soon.
    ///
    /// Real time: no allocation, no locks.
    package typealias Render =
        @Sendable @convention(c) (
            _ context: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>,
            _ frameCount: UInt32
        ) -> Bool

    package let render: Render
    nonisolated(unsafe) let context: UnsafeMutableRawPointer
    /// Called soon after `render` returned true, on a thread that may block.
    let attend: @Sendable () -> Void
    /// Keeps `context` valid.
    private let owner: any AnyObject & Sendable

    package init(
        render: @escaping Render, context: UnsafeMutableRawPointer,
        owner: any AnyObject & Sendable, attend: @escaping @Sendable () -> Void
    ) {
        self.render = render
        self.context = context
        self.owner = owner
        self.attend = attend
    }

    init(_ source: OutputSource) {
        self.init(
            render: renderSource, context: Unmanaged.passUnretained(source).toOpaque(),
            owner: source, attend: { source.attend() })
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
