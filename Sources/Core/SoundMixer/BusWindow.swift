/// Which frames of a bus a block needs, and which of them it leaves to the next block.
struct BusWindow {
    let ratio: RateRatio
    /// The length of the bus's filter.
    let tapCount: Int

    /// The position of the next output frame between two bus frames, in units of `1 /
    /// ratio.denominator`.
    private(set) var position = 0
    /// The number of frames that are mixed already.
    private(set) var readyCount = 0
    /// The number of frames that the present block needs.
    private(set) var neededCount = 0
    /// The end of the frames that are not silent.
    private(set) var soundingCount = 0

    init(_ ratio: RateRatio, tapCount: Int) {
        self.ratio = ratio
        self.tapCount = tapCount
    }

    /// The number of frames that the last block has left and that may sound.
    var keptCount: Int {
        @_noLocks @_noAllocation get { soundingCount > 0 ? readyCount : 0 }
    }

    /// Whether the next output frame of both is at the same position, and the frames after it, too.
    @_noLocks @_noAllocation
    func isLike(_ other: BusWindow) -> Bool {
        // Field by field: the comparison of whole ratios may allocate in a debug build.
        position == other.position && ratio.numerator == other.ratio.numerator
            && ratio.denominator == other.ratio.denominator
    }

    /// Begins a block.
    @_noLocks @_noAllocation
    mutating func open(outputCount: Int) {
        let lastOffset = (position &+ (outputCount &- 1) &* ratio.numerator) / ratio.denominator
        neededCount = lastOffset &+ tapCount
    }

    /// Begins a block as another window has, which is like this one.
    @_noLocks @_noAllocation
    mutating func open(like other: BusWindow) {
        neededCount = other.neededCount
    }

    /// Notes that a voice has been mixed up to `frame`.
    @_noLocks @_noAllocation
    mutating func noteSound(upTo frame: Int) {
        soundingCount = max(soundingCount, frame)
    }

    /// Ends a block.
    ///
    /// - Returns: The number of frames that it has used up.
    @_noLocks @_noAllocation
    mutating func close(outputCount: Int) -> Int {
        let end = position &+ outputCount &* ratio.numerator
        let passedCount = end / ratio.denominator
        position = end &- passedCount &* ratio.denominator
        readyCount = neededCount &- passedCount
        soundingCount = max(soundingCount &- passedCount, 0)
        return passedCount
    }

    /// Lets the next sound start like the first.
    @_noLocks @_noAllocation
    mutating func restart() {
        position = 0
        readyCount = 0
        soundingCount = 0
    }

    /// Forgets the sound of the frames that are ready.
    @_noLocks @_noAllocation
    mutating func silence() {
        soundingCount = 0
    }
}
