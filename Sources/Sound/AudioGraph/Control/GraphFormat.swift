public import ChannelLayouts

/// The format of the frames on a bus: planar 32-bit floats.
public struct GraphFormat: Hashable, Sendable {
    /// The number of frames a second.
    public var sampleRate: Double
    /// The number of channels.
    public var channelCount: Int
    /// The channels, for mixing to another number of them; `nil` for those of WAVE.
    public var layout: ChannelLayout?

    public init(sampleRate: Double, channelCount: Int, layout: ChannelLayout? = nil) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.layout = channelCount > 2 ? layout : nil
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
