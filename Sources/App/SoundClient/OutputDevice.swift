import AudioModel
public import SoundMixer

/// An output device for an app's mixed sound: PipeWire, a paced null device, a file, or the
/// simulator.
public protocol OutputDevice: AnyObject, Sendable {
    /// The sample rate at which the source renders, in frames a second.
    var sampleRate: Double { get }

    /// The size of the blocks that are rendered, in frames, as far as the device knows it.
    var blockFrames: Int { get }

    /// Whether all blocks have the same number of frames, as long as their size does not change; if
    /// not, `blockFrames` is that of the longest.
    var hasEqualBlocks: Bool { get }

    /// Requests another size of blocks in frames, which the device may ignore; `nil` for its own.
    func requestBlockFrames(_ count: Int?)

    /// Starts rendering from `source`, on the device's render thread. Idempotent.
    func start(_ source: OutputSource) throws(DeviceError)

    /// Stops rendering; returns when the render thread has left `source`. Idempotent.
    func stop()

    /// The time from the start of a block's rendering until its first frame is heard, in seconds;
    /// `nil` while the device does not know it.
    var latency: Double? { get }
}

extension OutputDevice {
    /// The size that is assumed for a device that does not know its own, in frames.
    public static var usualBlockFrames: Int { 1024 }

    /// `usualBlockFrames`.
    public var blockFrames: Int { Self.usualBlockFrames }

    /// True.
    public var hasEqualBlocks: Bool { true }

    /// Unknown.
    public var latency: Double? { nil }

    /// Ignores the request.
    public func requestBlockFrames(_ count: Int?) {}
}

/// The source that a device renders from: one app's mixer, with a way to wake its control side.
///
/// Ownership: all stored properties are constant; a mixer and its renderer divide the state between
/// the control side and the render thread.
public final class OutputSource: @unchecked Sendable {
    /// Keeps the renderer alive.
    private let mixer: Mixer
    private let renderer: Unmanaged<MixerRenderer>
    private let onService: @Sendable () -> Void

    /// - Parameter onService: Called on a control thread soon after the render thread has reported
    ///   an event.
    public init(mixer: Mixer, onService: @escaping @Sendable () -> Void) {
        self.mixer = mixer
        renderer = .passUnretained(mixer.renderer)
        self.onService = onService
    }

    /// Whether the mixer has a voice that was not collected; without one it renders silence. On the
    /// control side, like the mixer's own methods.
    package var hasVoices: Bool { mixer.voiceCount > 0 }

    /// Renders the next frames, interleaved stereo.
    ///
    /// - Returns: Whether the device should have `service` called, soon, on a thread that may block.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    public func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Bool {
        render(into: output, frameCount: frameCount, sharing: nil)
    }

    /// Adds the next frames to `output`, and leaves those of resampled voices to `shared`, as
    /// `MixerRenderer.render(into:frameCount:sharing:)` does.
    @_noLocks @_noAllocation
    package func render(
        into output: UnsafeMutablePointer<Float>, frameCount: Int,
        sharing shared: UnsafeMutablePointer<SharedResampling>?
    ) -> Bool {
        // Borrowed, not retained: a retain could lock.
        renderer._withUnsafeGuaranteedRef {
            $0.render(into: output, frameCount: frameCount, sharing: shared)
            return $0.hasEvents
        }
    }

    /// Lets the control side handle the render thread's events. Any thread except the render
    /// thread.
    public func service() {
        onService()
    }
}

extension AppSound {
    /// The first output frame that a voice which is added now can still be scheduled for: a device
    /// may be rendering its next block already. Frames as in `MixerRenderer.renderedFrames`.
    package var nextSchedulableFrame: Int {
        let rendered = mixer.renderer.renderedFrames
        // Without a device the caller renders, between the calls of the app.
        guard device != nil else { return rendered }
        return rendered + max(mixer.renderer.largestRenderFrames, Self.deviceBlockFrames)
    }

    /// The size of a device's blocks that is assumed until larger ones have been rendered.
    private static let deviceBlockFrames = 2_048
}
