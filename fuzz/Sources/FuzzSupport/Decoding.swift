import AudioFormats
import AudioModel

/// The codings that libavcodec decodes, with what a container would say of them.
private let formats: [StreamFormat] = [
    format("aac ", 44100, 2, frames: 1024), format("aach", 44100, 2, frames: 2048),
    format("alac", 44100, 2, frames: 4096), format(".mp3", 44100, 2, frames: 1152),
    format(".mp2", 44100, 2, frames: 1152), format("flac", 44100, 2, frames: 4096),
    format("opus", 48000, 2, frames: 960), format("vorb", 44100, 2, frames: 1024),
    format("ac-3", 48000, 6, frames: 1536), format("ec-3", 48000, 2, frames: 1536),
    format("samr", 8000, 1, frames: 160), format("sawb", 16000, 1, frames: 320),
    format("wvpk", 44100, 2, frames: 4096), format("MAC3", 22050, 1, frames: 6),
    format("QDM2", 44100, 2, frames: 1024), format("agsm", 8000, 1, frames: 160, bytes: 33),
]

private func format(
    _ id: FourCC, _ rate: Double, _ channels: UInt32, frames: UInt32, bytes: UInt32 = 0
) -> StreamFormat {
    StreamFormat(
        sampleRate: rate, id: FormatID(rawValue: id), bytesPerPacket: bytes,
        framesPerPacket: frames, bytesPerFrame: 0, channelCount: channels, bitsPerChannel: 0)
}

/// Decodes packets that come from anywhere: a byte says of which coding, then come the cookie and
/// the packets, each behind its size.
///
/// Whatever they hold, a decoder writes within its room, and only numbers.
public func exerciseDecoder(_ input: [UInt8]) -> Int32 {
    guard let choice = input.first else { return -1 }
    let format = formats[Int(choice) % formats.count]
    var pieces = pieces(of: input.dropFirst())
    let cookie = pieces.isEmpty ? [] : pieces.removeFirst()
    guard
        let decoder = try? makePacketDecoder(
            format, magicCookie: cookie.isEmpty ? nil : cookie)
    else { return 0 }
    let frameCount = Int(format.framesPerPacket)
    let sampleCount = frameCount * Int(format.channelCount)
    for (index, piece) in pieces.enumerated() {
        if index % 8 == 7 { decoder.reset() }
        // All of the room must be set, and what stands behind it must not change.
        var samples = [Float](repeating: .nan, count: sampleCount + 16)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            piece.withUnsafeBytes {
                decoder.decodeWhole(
                    $0, into: start, frameCount: frameCount,
                    channelCount: Int(format.channelCount))
            }
        }
        precondition(samples.suffix(16).allSatisfy { $0.isNaN }, "written beyond the room")
        precondition(samples.dropLast(16).allSatisfy { $0.isFinite }, "not a number")
    }
    return 0
}

private func pieces(of bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var rest = bytes
    var pieces: [[UInt8]] = []
    while let high = rest.popFirst(), let low = rest.popFirst() {
        let count = Int(high) << 8 | Int(low)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
    }
    return pieces
}
