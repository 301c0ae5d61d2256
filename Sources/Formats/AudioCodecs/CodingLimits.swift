/// Limits common to all codings, in any container.
package enum CodingLimits {
    package static let channels: ClosedRange<UInt32> = 1...64
    /// Sample rates in Hz.
    package static let sampleRate = 1.0...10_000_000.0
}
