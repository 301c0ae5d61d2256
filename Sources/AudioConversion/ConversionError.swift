/// Why sound cannot be converted.
public enum ConversionError: Error, Hashable, Sendable {
    /// The format cannot be read: with the coding's name, or what is wrong with it.
    case unsupportedInput(String)
    /// The format cannot be written.
    case unsupportedOutput(String)
    /// Not a rate, or too far from the other one.
    case inputSampleRate
    case outputSampleRate
    /// The buffers that came in are not those of the format, or too short for their packets.
    case inputSize
    /// The buffers to be filled are not those of the format, or too short for one packet.
    case outputSize
    /// Packets that differ in size came without descriptions.
    case missingDescriptions
    /// The channel map or the matrix does not fit the formats.
    case channelMapping
    /// Another conversion with this converter is under way.
    case busy
    /// The coder gave up.
    case codingFailed(String)
}
