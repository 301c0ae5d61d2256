/// The format of the frames on a bus: planar 32-bit floats.
public struct GraphFormat: Hashable, Sendable {
    /// The number of frames a second.
    public var sampleRate: Double
    /// The number of channels.
    public var channelCount: Int

    public init(sampleRate: Double, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The sample rates that a graph renders, in frames a second.
    public static let sampleRates = 100.0...768_000.0
    /// The largest number of channels of a bus.
    public static let channelCountMax = 64

    /// Whether a graph can render the format.
    public var isValid: Bool {
        Self.sampleRates.contains(sampleRate) && (1...Self.channelCountMax).contains(channelCount)
    }
}
