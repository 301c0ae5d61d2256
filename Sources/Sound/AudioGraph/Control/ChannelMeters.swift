import AudioEffects
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The levels of a bus's channels in the last block, before and after the gains of the bus.
///
/// Off at first; then a block costs one atomic load. Any thread switches and reads; the render
/// thread measures.
///
/// Ownership: the cells live from the first switching on until `deinit`; each is atomic.
public final class ChannelMeters: @unchecked Sendable {
    /// The place of a measurement.
    public enum Position: Int, CaseIterable, Sendable {
        case beforeGain, afterGain
    }

    /// What is measured of a block.
    public enum Quantity: Int, CaseIterable, Sendable {
        /// The square root of the mean square.
        case average
        /// The largest magnitude.
        case peak
    }

    /// The lowest level in dB.
    public static let levelMin: Float = -120

    private static let cellCount =
        GraphFormat.channelCountMax * Position.allCases.count * Quantity.allCases.count
    private let isOn = Atomic<Bool>(false)
    /// The address of the cells; 0 until the meters are switched on.
    private let address = Atomic<UInt>(0)
    /// The largest magnitudes before and after the gains, and what samples were beside numbers,
    /// since `takeClipping`.
    private let heldBefore = AtomicFloat(0)
    private let heldAfter = AtomicFloat(0)
    private let sawInfinity = Atomic<Bool>(false)
    private let sawNotANumber = Atomic<Bool>(false)
    /// Whether the cells have been allocated.
    private let isAllocated = Mutex(false)

    public init() {}

    deinit {
        guard let cells else { return }
        cells.deinitialize(count: Self.cellCount)
        cells.deallocate()
    }

    private var cells: UnsafeMutablePointer<AtomicFloat>? {
        UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// Whether levels are measured. The control side; the first time allocates.
    public var isEnabled: Bool {
        get { isOn.load(ordering: .relaxed) }
        set {
            if newValue { allocate() }
            isOn.store(newValue, ordering: .releasing)
            if !newValue { clear() }
        }
    }

    private func allocate() {
        isAllocated.withLock { isAllocated in
            guard !isAllocated else { return }
            isAllocated = true
            let made = UnsafeMutablePointer<AtomicFloat>.allocate(capacity: Self.cellCount)
            for index in 0..<Self.cellCount { (made + index).initialize(to: AtomicFloat(0)) }
            address.store(UInt(bitPattern: made), ordering: .releasing)
        }
    }

    private func clear() {
        guard let cells else { return }
        for index in 0..<Self.cellCount { cells[index].value = 0 }
    }

    /// Returns a level in dB, at least −120, which is also that of meters that are off.
    public func level(_ quantity: Quantity, _ position: Position, channel: Int) -> Float {
        let linear = linearLevel(quantity, position, channel: channel)
        return linear > 0 ? max(20 * log10f(linear), Self.levelMin) : Self.levelMin
    }

    /// Returns a level as a linear gain of full scale.
    public func linearLevel(_ quantity: Quantity, _ position: Position, channel: Int) -> Float {
        guard let cells, (0..<GraphFormat.channelCountMax).contains(channel) else { return 0 }
        return cells[index(quantity, position, channel)].value
    }

    /// What a bus has seen since the last call; nothing while its meters are off.
    public struct Clipping: Equatable, Sendable {
        /// The largest magnitude, a linear gain of full scale.
        public var peak: Float
        public var sawInfinity: Bool
        public var sawNotANumber: Bool

        public init(peak: Float = 0, sawInfinity: Bool = false, sawNotANumber: Bool = false) {
            self.peak = peak
            self.sawInfinity = sawInfinity
            self.sawNotANumber = sawNotANumber
        }
    }

    /// Returns what the bus has seen since the last call. Any thread.
    public func takeClipping(_ position: Position) -> Clipping {
        let peak = heldPeak(position)
        setHeldPeak(0, position)
        return Clipping(
            peak: peak, sawInfinity: sawInfinity.exchange(false, ordering: .relaxed),
            sawNotANumber: sawNotANumber.exchange(false, ordering: .relaxed))
    }

    private func heldPeak(_ position: Position) -> Float {
        position == .beforeGain ? heldBefore.value : heldAfter.value
    }

    private func setHeldPeak(_ peak: Float, _ position: Position) {
        switch position {
        case .beforeGain: heldBefore.value = peak
        case .afterGain: heldAfter.value = peak
        }
    }

    private func index(_ quantity: Quantity, _ position: Position, _ channel: Int) -> Int {
        channel &* 4 &+ position.rawValue &* 2 &+ quantity.rawValue
    }

    // MARK: Render side

    /// Measures a block before its gains.
    ///
    /// - Parameter gain: The gain of a channel that follows, for the level after it.
    func measure(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, gain: (Int) -> Float
    ) {
        guard isOn.load(ordering: .acquiring), let cells, frameCount > 0 else { return }
        for channel in 0..<min(channelCount, GraphFormat.channelCountMax) {
            let (average, peak) = levels(of: samples[channel], frameCount: frameCount)
            let factor = gain(channel)
            hold(peak, .beforeGain)
            hold(peak * factor, .afterGain)
            cells[index(.average, .beforeGain, channel)].value = average
            cells[index(.peak, .beforeGain, channel)].value = peak
            cells[index(.average, .afterGain, channel)].value = average * factor
            cells[index(.peak, .afterGain, channel)].value = peak * factor
        }
    }

    private func hold(_ peak: Float, _ position: Position) {
        if peak > heldPeak(position) { setHeldPeak(peak, position) }
    }

    /// Returns the levels of samples; those that are no finite numbers count as silence.
    private func levels(
        of samples: UnsafePointer<Float>, frameCount: Int
    ) -> (average: Float, peak: Float) {
        let levels = meanAndPeak(samples, frameCount: frameCount)
        if levels.isFinite { return (levels.average, levels.peak) }
        var (sum, peak) = (0.0, Float(0))
        for frame in 0..<frameCount {
            let sample = samples[frame]
            if sample.isNaN {
                sawNotANumber.store(true, ordering: .relaxed)
            } else if sample.isInfinite {
                sawInfinity.store(true, ordering: .relaxed)
            } else {
                sum += Double(sample) * Double(sample)
                peak = max(peak, sample.magnitude)
            }
        }
        return (Float(RealtimeMath.squareRoot(sum / Double(frameCount))), peak)
    }
}

/// Returns the square root of the mean square, and the largest magnitude.
@_noLocks @_noAllocation
private func meanAndPeak(
    _ samples: UnsafePointer<Float>, frameCount: Int
) -> (average: Float, peak: Float, isFinite: Bool) {
    var (sum, peak) = (0.0, Float(0))
    for frame in 0..<frameCount {
        let sample = samples[frame]
        sum += Double(sample) * Double(sample)
        peak = max(peak, sample.magnitude)
    }
    let average = Float(RealtimeMath.squareRoot(sum / Double(frameCount)))
    return (average, peak, sum.isFinite)
}
