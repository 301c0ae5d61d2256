#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Half of a windowed sinc function, as a table.
///
/// Its zeros are exact, so that a frame at a whole position is the input's frame to the bit.
struct SincKernel {
    /// The number of zero crossings on each side.
    static let crossings = 24
    /// The number of table entries from one zero crossing to the next.
    static let entriesPerCrossing = 512
    /// A Kaiser window with side lobes below −90 dB.
    private static let kaiserBeta = 9.0

    let table: UnsafeMutablePointer<Float>

    init() {
        let count = Self.crossings * Self.entriesPerCrossing
        // After the last entry the function is 0.
        table = .allocate(capacity: count + 2)
        table.initialize(repeating: 0, count: count + 2)
        let edge = Self.besselI0(Self.kaiserBeta)
        for entry in 0..<count {
            guard entry % Self.entriesPerCrossing != 0 else { continue }
            let distance = Double(entry) / Double(Self.entriesPerCrossing)
            let part = distance / Double(Self.crossings)
            let window = Self.besselI0(Self.kaiserBeta * (1 - part * part).squareRoot()) / edge
            table[entry] = Float(window * sin(Double.pi * distance) / (Double.pi * distance))
        }
        table[0] = 1
    }

    func deallocate() {
        table.deallocate()
    }

    /// The modified Bessel function of the first kind and order 0, by its power series.
    private static func besselI0(_ x: Double) -> Double {
        let quarterSquare = x * x / 4
        var (term, sum, index) = (1.0, 1.0, 1.0)
        while term > sum * 1e-17 {
            term *= quarterSquare / (index * index)
            sum += term
            index += 1
        }
        return sum
    }

    /// Returns the part of half the input's sample rate that passes at a speed: less than half of
    /// the output's when the sound is speeded up, so that aliases are below −90 dB.
    @inline(__always) @_noLocks @_noAllocation
    static func cutoff(rate: Double) -> Double {
        guard rate > 1 else { return 1 }
        return (1 - 0.11 * min((rate - 1) * 10, 1)) / rate
    }

    /// Returns the number of input frames on each side of a position.
    @inline(__always) @_noLocks @_noAllocation
    static func reach(rate: Double) -> Int {
        Int(24 / cutoff(rate: rate)) &+ 1
    }

    /// Writes the weights of the input frames around a position; their sum is 1.
    ///
    /// - Parameters:
    ///   - fraction: The position after the frame before it, 0…1.
    ///   - reach: The weights are those of the frames `−reach + 1…reach`.
    ///   - weights: Room for `2 × reach` and up to 7 zeros.
    /// - Returns: The number of weights, a multiple of 8.
    @_noLocks @_noAllocation
    func writeWeights(
        fraction: Double, cutoff: Double, reach: Int, to weights: UnsafeMutablePointer<Float>
    ) -> Int {
        let scale = cutoff * 512
        let end: Int = 24 &* 512
        let count = 2 &* reach
        var sum: Float = 0
        for tap in 0..<count {
            let distance = Double(tap &- reach &+ 1) - fraction
            let entry: Double = distance.magnitude * scale
            let whole: Int = min(Int(entry), end)
            let part = Float(entry - Double(whole))
            let (before, after) = (table[whole], table[whole &+ 1])
            let weight: Float = before + (after - before) * part
            weights[tap] = weight
            sum += weight
        }
        let factor = 1 / sum
        for tap in 0..<count { weights[tap] *= factor }
        let paddedCount = (count &+ 7) & ~7
        for tap in count..<paddedCount { weights[tap] = 0 }
        return paddedCount
    }
}
