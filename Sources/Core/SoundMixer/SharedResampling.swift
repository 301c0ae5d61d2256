/// Filters the buses of several mixers, which are rendered in turn, once a source rate instead of
/// once a mixer.
///
/// Resampling is linear: buses of one ratio, with the next output frame at the same position, mix
/// into the same frames, and these are filtered. The result differs from separate filters by
/// rounding only. The frames that a mixer has mixed ahead, half a filter's length, are here: a mixer
/// that is rendered once with this must always be.
///
/// Ownership: the thread that renders the mixers; the caller frees the memory.
package struct SharedResampling {
    private let buses: UnsafeMutablePointer<SharedBus>
    private var busCount = 0

    /// The largest block in output frames.
    package static let blockFramesMax = RenderState.blockFramesMax
    private static let busesMax = 16

    package init() {
        buses = .allocate(capacity: Self.busesMax)
        for index in 0..<Self.busesMax { (buses + index).initialize(to: SharedBus()) }
    }

    package func deallocate() {
        for index in 0..<Self.busesMax { buses[index].deallocate() }
        buses.deinitialize(count: Self.busesMax)
        buses.deallocate()
    }

    /// Returns the bus of those that are filtered alike, for one block.
    ///
    /// - Parameters:
    ///   - window: Open. No block of its ratio needs more than `BusResources.framesMax` frames.
    ///   - filter: Valid until `finish`.
    /// - Returns: The bus, valid until `finish`, or `nil` where there is no room.
    @_noLocks @_noAllocation
    mutating func join(
        _ window: BusWindow, _ filter: ResamplingFilter
    ) -> UnsafeMutablePointer<SharedBus>? {
        for index in 0..<busCount where buses[index].isLike(window) {
            buses[index].join(window, filter)
            return buses + index
        }
        guard busCount < Self.busesMax else { return nil }
        let bus = buses + busCount
        busCount &+= 1
        bus.pointee.start(window, filter)
        return bus
    }

    /// Adds to `output` what all buses of this block sound like, and releases those that no mixer
    /// has joined.
    ///
    /// - Parameter frameCount: The frames of the block, the same for all mixers.
    @_noLocks @_noAllocation
    package mutating func finish(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        var keptCount = 0
        for index in 0..<busCount where buses[index].isJoined {
            buses[index].filter(into: output, outputCount: frameCount)
            if index > keptCount {
                let released = buses[keptCount]
                buses[keptCount] = buses[index]
                buses[index] = released
            }
            keptCount &+= 1
        }
        busCount = keptCount
    }
}

/// The sum of the buses of several mixers that are filtered alike.
struct SharedBus {
    private let input = ResamplingInput(capacity: BusResources.framesMax)
    private var filter: ResamplingFilter?
    private var window = BusWindow(RateRatio(from: 1, to: 1), tapCount: 0)
    /// Whether a mixer has a part in the present block.
    private(set) var isJoined = false

    func deallocate() { input.deallocate() }

    /// The frames of the present block.
    var frames: UnsafeMutablePointer<Float> {
        @_noLocks @_noAllocation get { input.frames }
    }

    @_noLocks @_noAllocation
    func isLike(_ other: BusWindow) -> Bool { window.isLike(other) }

    /// Starts in silence with the first mixer's window.
    @_noLocks @_noAllocation
    mutating func start(_ window: BusWindow, _ filter: ResamplingFilter) {
        self.window = window
        self.window.silence()
        join(window, filter)
    }

    /// Opens the window and clears its new frames, unless another mixer has joined in this block.
    @_noLocks @_noAllocation
    mutating func join(_ other: BusWindow, _ filter: ResamplingFilter) {
        guard !isJoined else { return }
        isJoined = true
        self.filter = filter
        window.open(like: other)
        input.clear(from: window.keptCount, to: window.neededCount)
    }

    /// Notes that a mixer has been mixed up to `frame`.
    @_noLocks @_noAllocation
    mutating func noteSound(upTo frame: Int) {
        window.noteSound(upTo: frame)
    }

    /// Resamples the block, adding it to `output`, and drops the frames that are not needed any
    /// more.
    @_noLocks @_noAllocation
    mutating func filter(into output: UnsafeMutablePointer<Float>, outputCount: Int) {
        isJoined = false
        if window.soundingCount > 0, let filter {
            input.addFiltered(to: output, outputCount: outputCount, window, by: filter)
        }
        let passedCount = window.close(outputCount: outputCount)
        copyFrames(
            input.frames + 2 &* passedCount, to: input.frames, frameCount: window.keptCount)
    }
}
