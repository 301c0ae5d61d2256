import AudioCodecs
import AudioModel

private let channelCountMax: UInt32 = 64
private let sampleRates = 1.0...10_000_000.0

/// Returns both formats with their open fields filled in.
///
/// - Throws: The first invalid field.
func completed(
    _ input: StreamFormat, _ output: StreamFormat
) throws(ConversionError) -> (input: StreamFormat, output: StreamFormat) {
    var (input, output) = (input, output)
    if input.sampleRate == 0 { input.sampleRate = output.sampleRate }
    if output.sampleRate == 0 { output.sampleRate = input.sampleRate }
    guard sampleRates.contains(input.sampleRate) else { throw .inputSampleRate }
    guard sampleRates.contains(output.sampleRate) else { throw .outputSampleRate }
    let ratio = input.sampleRate / output.sampleRate
    guard (1 / FormatConverter.rateRatioMax...FormatConverter.rateRatioMax).contains(ratio) else {
        throw .outputSampleRate
    }
    if output.channelCount == 0, output.id != .linearPCM {
        output.channelCount = input.channelCount
    }
    guard (1...channelCountMax).contains(input.channelCount) else {
        throw .unsupportedInput("\(input.channelCount) channels")
    }
    guard (1...channelCountMax).contains(output.channelCount) else {
        throw .unsupportedOutput("\(output.channelCount) channels")
    }
    guard let checkedInput = checked(input) else { throw .unsupportedInput(input.codingName) }
    if [.appleLossless, .flac].contains(output.id) {
        guard let flags = losslessFlags(output.flags, checkedInput) else {
            throw .unsupportedOutput("32-bit \(output.codingName)")
        }
        output.flags = flags
    }
    guard let checkedOutput = checked(output) else { throw .unsupportedOutput(output.codingName) }
    return (checkedInput, checkedOutput)
}

/// Returns the flags of the bit depth of Apple Lossless or FLAC to encode: 16 or 24 bits; 24 holds
/// 20 too.
///
/// - Returns: `nil` for a depth that is not supported.
private func losslessFlags(_ wanted: FormatFlags, _ input: StreamFormat) -> FormatFlags? {
    let (depth16, depth20, depth24): (UInt32, UInt32, UInt32) = (1, 2, 3)
    switch wanted.rawValue {
    case 0:
        let isShort = input.integerBitCount.map { $0 <= 16 } ?? false
        return FormatFlags(rawValue: isShort ? depth16 : depth24)
    case depth16: return FormatFlags(rawValue: depth16)
    case depth20, depth24: return FormatFlags(rawValue: depth24)
    default: return nil
    }
}

/// Fills in the derived fields of a format.
///
/// - Returns: `nil` when fields contradict each other.
private func checked(_ format: StreamFormat) -> StreamFormat? {
    var format = format
    switch format.id {
    case .linearPCM:
        let isFloat = format.flags.contains(.float)
        guard PCMDecoder(format) != nil, !isFloat || [32, 64].contains(format.bitsPerChannel),
            [0, 1].contains(format.framesPerPacket),
            [0, format.bytesPerFrame].contains(format.bytesPerPacket)
        else { return nil }
        format.framesPerPacket = 1
        format.bytesPerPacket = format.bytesPerFrame
    case .uLaw, .aLaw:
        // One byte a sample, whatever the fields contain.
        format.framesPerPacket = 1
        format.bytesPerFrame = format.channelCount
        format.bytesPerPacket = format.channelCount
    case .appleIMA4:
        format.framesPerPacket = 64
        format.bytesPerPacket = 34 * format.channelCount
        format.bytesPerFrame = 0
    case .mpeg4AAC:
        if format.framesPerPacket == 0 { format.framesPerPacket = 1024 }
        format.bytesPerPacket = 0
        format.bytesPerFrame = 0
    case .appleLossless:
        if format.framesPerPacket == 0 { format.framesPerPacket = 4096 }
        format.bytesPerPacket = 0
        format.bytesPerFrame = 0
    case .flac, .opus, .mpegLayer3:
        format.bytesPerPacket = 0
        format.bytesPerFrame = 0
    default: break
    }
    return format
}
