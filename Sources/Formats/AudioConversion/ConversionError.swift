/// An error of a conversion.
public enum ConversionError: Error, Hashable, Sendable {
    /// The input format cannot be decoded; the text is the coding's name or the invalid property.
    case unsupportedInput(String)
    /// The output format cannot be encoded; the text is the coding's name or the invalid property.
    case unsupportedOutput(String)
    /// The sample rate is invalid, or too far from the output's.
    case inputSampleRate
    case outputSampleRate
    /// The input buffers do not fit the format, or are too short for their packets.
    case inputSize
    /// The output buffers do not fit the format, or are too short for one packet.
    case outputSize
    /// Input packets of variable size have no packet descriptions.
    case missingDescriptions
    /// The channel map or the matrix does not fit the formats.
    case channelMapping
    /// The converter is already converting; `pull` must not call it.
    case busy
    /// The encoder or decoder failed; the text is the coding's name.
    case codingFailed(String)
}
