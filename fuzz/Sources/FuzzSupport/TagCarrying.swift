import AudioCodecs
import AudioFormats
import AudioModel

/// Takes the tags of a file into a file of every other kind that is written here, and reads them there.
///
/// Errors are fine. Traps are not, nor are more pictures than there were.
public func carryTags(of bytes: [UInt8]) {
    guard let file = try? AudioFileReader(MemoryBytes(bytes)), let tags = try? file.fileTags()
    else { return }
    _ = try? file.chunksForCopy()
    precondition((try? file.storedTags())?.count ?? 0 <= 1024, "a value too many")
    precondition((try? file.storedTracks())?.count ?? 0 <= 64, "a track too many")
    for (kind, coding) in targets {
        guard let copy = try? made(kind, coding, tags), let found = try? copy.fileTags() else {
            continue
        }
        precondition(found.pictures.count <= max(tags.pictures.count, 1), "a picture too many")
    }
}

private let targets: [(ContainerKind, FormatID)] = [
    (.wav, .linearPCM), (.aiff, .linearPCM), (.caf, .linearPCM), (.m4a, .mpeg4AAC),
    (.adts, .mpeg4AAC), (.mp3, .mpegLayer3), (.flac, .flac), (.ogg, .opus),
]

/// A file of one empty packet with these tags.
private func made(
    _ kind: ContainerKind, _ coding: FormatID, _ tags: FileTags
) throws -> AudioFileReader? {
    let sink = MemorySink()
    let isLinear = coding == .linearPCM
    let byteCount: UInt32 = isLinear ? 4 : 0
    let format = StreamFormat(
        sampleRate: 48_000, id: coding,
        flags: isLinear ? FormatFlags(rawValue: kind == .aiff ? 14 : 12) : [],
        bytesPerPacket: byteCount, framesPerPacket: isLinear ? 1 : 0, bytesPerFrame: byteCount,
        channelCount: 2, bitsPerChannel: isLinear ? 16 : 0)
    let writer = try AudioFileWriter(sink, kind: kind, format: format)
    writer.properties.setTags(tags)
    let packet = [UInt8](repeating: 0, count: 400)
    var description = PacketDescription(byteCount: 400)
    try packet.withUnsafeBytes { bytes in
        guard !isLinear else {
            return try writer.writePackets(startingAt: 0, count: 100, from: bytes)
        }
        try withUnsafePointer(to: &description) { pointer in
            try writer.writePackets(
                startingAt: 0, count: 1, from: bytes,
                descriptions: UnsafeBufferPointer(start: pointer, count: 1))
        }
    }
    try writer.close()
    return try AudioFileReader(MemoryBytes(sink.bytes))
}
