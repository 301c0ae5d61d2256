import Realtime
import Synchronization

/// The render thread's half of a mixer. Valid as long as its mixer.
///
/// Ownership: the render thread, or one thread at a time in its place, owns `state`, the slots of
/// playing voices and their meters; `Mixer` owns the other slots and the memory. The flags and the
/// count are atomics.
public final class MixerRenderer: @unchecked Sendable {
    private let commands: RingBufferReader<MixerCommand>
    private let reports: RingBufferWriter<RenderReport>
    /// Whether commands wait in `Mixer` because there was no room for them.
    let hasWaiting = Atomic<Bool>(false)
    /// Whether a feed has reached its refill threshold.
    let hasRefillRequest = Atomic<Bool>(false)
    /// Whether a meter has been read since the last `render`.
    let meterWasRead = Atomic<Bool>(false)
    private let renderedCount = Atomic<Int>(0)
    private let largestCount = Atomic<Int>(0)

    private let state: UnsafeMutablePointer<RenderState>
    /// One voice per slot.
    let voices: UnsafeMutablePointer<RenderVoice>
    /// One meter per slot; initialised when a slot is first used.
    let meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>

    init(
        _ commands: consuming RingBufferReader<MixerCommand>,
        _ reports: consuming RingBufferWriter<RenderReport>, voicesMax: Int,
        measuredFrames: Int
    ) {
        self.commands = commands
        self.reports = reports
        voices = allocateCacheLines(of: RenderVoice.self, capacity: voicesMax)
        meters = .allocate(capacity: max(voicesMax, 1))
        state = .allocate(capacity: 1)
        state.initialize(
            to: RenderState(
                voices: voices, voicesMax: voicesMax, measuredFrames: measuredFrames))
    }

    deinit {
        meters.deallocate()
        state.pointee.deallocate()
        state.deallocate()
        voices.deallocate()
    }

    /// Renders the next `frameCount` frames, overwriting `output`.
    ///
    /// The result is a function of the commands and of the frames before which they were given; the
    /// partition into calls does not matter. One exception: the filter of a resampled voice that starts
    /// in the middle of a call is heard before that frame, too, but not in the calls before.
    ///
    /// - Parameter output: `frameCount × 2` interleaved samples.
    ///
    /// Real time: no allocation, no locks; any `frameCount`.
    @_noLocks @_noAllocation
    public func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        render(into: output, frameCount: frameCount, sharing: nil)
    }

    /// Renders a part of the output of several mixers: adds to `output`, and leaves the frames of
    /// resampled voices to `shared`. Without `shared` it renders as `render(into:frameCount:)` does.
    ///
    /// - Parameters:
    ///   - frameCount: At most `SharedResampling.blockFramesMax` if there is a `shared`.
    ///   - shared: Kept by the caller. To be finished after all mixers of this block.
    @_noLocks @_noAllocation
    package func render(
        into output: UnsafeMutablePointer<Float>, frameCount: Int,
        sharing shared: UnsafeMutablePointer<SharedResampling>?
    ) {
        if meterWasRead.load(ordering: .relaxed) {
            meterWasRead.store(false, ordering: .relaxed)
            state.pointee.measureAll()
        }
        state.pointee.apply(commands, reports: reports)
        state.pointee.render(
            into: output, frameCount: frameCount, sharing: shared, reports: reports, meters: meters)
        if state.pointee.takeRefillRequest() {
            hasRefillRequest.store(true, ordering: .releasing)
        }
        if frameCount > largestCount.load(ordering: .relaxed) {
            largestCount.store(frameCount, ordering: .relaxed)
        }
        renderedCount.store(
            renderedCount.load(ordering: .relaxed) &+ frameCount, ordering: .releasing)
    }

    /// Whether `Mixer.collectEvents` has work to do. Any thread; real-time safe.
    public var hasEvents: Bool {
        @_noLocks @_noAllocation get {
            // No `||`: its closure would retain the renderer.
            if reports.writableCount < reports.capacity { return true }
            if hasRefillRequest.load(ordering: .acquiring) { return true }
            guard hasWaiting.load(ordering: .relaxed) else { return false }
            return commands.readableCount < commands.capacity
        }
    }

    /// The number of frames rendered so far. Any thread.
    public var renderedFrames: Int { renderedCount.load(ordering: .acquiring) }
    /// The largest number of frames rendered by one call so far. Any thread.
    public var largestRenderFrames: Int { largestCount.load(ordering: .relaxed) }
}
