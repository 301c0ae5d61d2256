#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the buses of a mixer have in common. Control thread.
struct BusResources {
    /// One for each step of the stretch.
    private var filters: [Int: SharedResamplingFilter] = [:]

    /// Each step makes a filter 2.9 % longer: that much of the pass band is lost at most.
    private static let stepsAnOctave = 24.0

    /// The frames of a block: each bus is mixed and filtered before the next one.
    private var frames: ResamplingInput?
    /// The largest number of frames in common memory: enough for a block of a source of twice the
    /// output's rate, and its filter.
    static let framesMax = 1_154

    init() {}

    /// Frees the memory, after all buses.
    func deallocate() {
        frames?.deallocate()
    }

    /// Returns memory for the frames of a block; its own where a bus needs much.
    ///
    /// - Parameter capacity: The largest number of frames.
    /// - Returns: Whether the caller has to free it, too.
    mutating func input(capacity: Int) -> (ResamplingInput, isOwn: Bool) {
        if capacity > Self.framesMax { return (ResamplingInput(capacity: capacity), true) }
        let common = frames ?? ResamplingInput(capacity: Self.framesMax)
        frames = common
        return (common, false)
    }

    /// Returns the filter of a ratio, or `nil` when it serves that ratio alone.
    ///
    /// Where two phases are interpolated, the weights depend on the ratio only by its stretch: not
    /// at all where the source's rate is the lower one.
    mutating func filter(for ratio: RateRatio) -> ResamplingFilter? {
        guard !ResamplingFilter.isExact(ratio) else { return nil }
        let step = Int((Self.stepsAnOctave * log2(max(ratio.value, 1))).rounded(.up))
        if let known = filters[step] { return known.filter }
        let made = SharedResamplingFilter(
            ratio, .blendedMixer, stretch: exp2(Double(step) / Self.stepsAnOctave))
        filters[step] = made
        return made.filter
    }
}
