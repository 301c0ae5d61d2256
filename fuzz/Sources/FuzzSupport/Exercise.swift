import AudioFormats
import AudioModel

/// What libFuzzer does with an input: keep it as a starting point, or not.
private enum Answer {
    static let keep: Int32 = 0
    static let reject: Int32 = -1
}

/// Opens the input as a file, asks for everything there is and decodes it in two ways.
///
/// Errors are fine. Traps are not, nor are more samples than the bytes can hold, nor a decoder
/// that gives other samples in other pieces.
///
/// - Parameter kinds: Inputs of other kinds are rejected, so that each target stays with its own.
public func exercise(_ bytes: [UInt8], kinds: Set<ContainerKind>) -> Int32 {
    // Bytes in memory: nothing here may fail to read.
    do throws(FormatError) { return try exercised(bytes, kinds) } catch { fatalError("\(error)") }
}

private func exercised(
    _ bytes: [UInt8], _ kinds: Set<ContainerKind>
) throws(FormatError) -> Int32 {
    let source = MemoryBytes(bytes)
    guard let kind = try? ContainerKind.recognise(source), kinds.contains(kind) else {
        return Answer.reject
    }
    guard let file = try? AudioFileReader(source) else { return Answer.keep }
    let counts = [try file.frameCount(), file.primingFrames, try file.remainderFrames()]
    precondition(counts.allSatisfy { $0 >= 0 })
    let dataByteCount = try file.dataByteCount()
    precondition(file.dataOffset >= 0 && dataByteCount >= 0)
    precondition(file.dataOffset + dataByteCount <= Int64(bytes.count))
    let inspection = try FileInspection(file, path: "input")
    _ = inspection.systemSound.reason + inspection.tags.map(\.value).joined()
    _ = try systemSoundVerdict(of: file, limits: .lenient)
    try readPackets(file, byteCount: bytes.count)
    guard let reader = try? FrameReader(file) else { return Answer.keep }
    if isExact(file) {
        try decode(file, with: reader, byteCount: bytes.count)
    } else {
        try decodeSome(file, with: reader)
    }
    return Answer.keep
}

/// Whether what comes out depends on nothing but the bytes: not so where libavcodec decodes.
private func isExact(_ file: AudioFileReader) -> Bool {
    let codings: Set<FormatID> = [.linearPCM, .appleIMA4, .uLaw, .aLaw]
    return codings.contains(file.format.id) && !isDemuxed(file)
}

/// Whether libavformat cuts it, to which a file can say that its packets come in another order.
private func isDemuxed(_ file: AudioFileReader) -> Bool {
    switch file.containerKind {
    case .caf, .aiff, .aifc, .wav, .rf64, .bw64, .au, .adts, .mp3, .wave64: false
    case .m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime: false
    default: true
    }
}

/// Decodes from three places, as far as a test can wait: packets of silence are long.
private func decodeSome(_ file: AudioFileReader, with reader: FrameReader) throws(FormatError) {
    let framesMax = 20_000
    let room = UnsafeMutablePointer<Float>.allocate(capacity: framesMax * reader.channelCount)
    defer { room.deallocate() }
    for start in [0, try file.frameCount() / 2, try file.frameCount() - 1] {
        reader.seek(toFrame: start)
        guard let count = try? reader.read(into: room, frameCount: framesMax) else { continue }
        for index in 0..<count * reader.channelCount { precondition(room[index].isFinite) }
    }
}

/// Packets from several places are what reading in order gives, and lie within the file.
private func readPackets(_ file: AudioFileReader, byteCount: Int) throws(FormatError) {
    let all = packets(file, from: 0, count: 40, byteCount: byteCount)
    for start in [1, 7, 39] where start < all.count {
        let some = packets(file, from: Int64(start), count: 5, byteCount: byteCount)
        let known = all.dropFirst(start).prefix(some.count)
        precondition(isDemuxed(file) || some.prefix(known.count).elementsEqual(known))
        _ = try? file.byte(ofPacket: Int64(start))
        _ = try? file.packet(ofByte: Int64(start))
        _ = try? file.packet(ofFrame: Int64(start) * 1000)
    }
    let (duration, count) = (try file.estimatedDuration(), try file.packetCount())
    precondition(duration >= 0 && count >= 0)
}

private func packets(
    _ file: AudioFileReader, from index: Int64, count: Int, byteCount: Int
) -> [[UInt8]] {
    // Packets of MPEG-4 may share bytes.
    var bytes = [UInt8](repeating: 0, count: byteCount * 2)
    var descriptions = Array(repeating: PacketDescription(), count: count)
    let read = bytes.withUnsafeMutableBytes { buffer in
        descriptions.withUnsafeMutableBufferPointer { descriptions in
            try? file.readPackets(
                startingAt: index, count: count, into: buffer, descriptions: descriptions)
        }
    }
    return descriptions.prefix(read?.packetCount ?? 0).map { description in
        Array(bytes[Int(description.startOffset)...].prefix(Int(description.byteCount)))
    }
}

private func decode(
    _ file: AudioFileReader, with reader: FrameReader, byteCount: Int
) throws(FormatError) {
    let frameCount = try file.frameCount()
    let sampleCount = frameCount * Int64(reader.channelCount)
    precondition(sampleCount <= Int64(byteCount) * 2, "more samples than the bytes can hold")
    guard let sound = try? decodeSound(file) else { return }
    precondition(sound.frameCount == Int(frameCount))
    let whole = frames(of: reader, pieceFrameCount: max(sound.frameCount, 1))
    reader.seek(toFrame: 0)
    precondition(frames(of: reader, pieceFrameCount: 37) == whole)
    let middle = sound.frameCount / 2
    reader.seek(toFrame: Int64(middle))
    let rest = frames(of: reader, pieceFrameCount: 1000)
    precondition(rest.elementsEqual(whole.dropFirst(middle * reader.channelCount)))
}

private func frames(of reader: FrameReader, pieceFrameCount: Int) -> [Float] {
    var samples: [Float] = []
    var piece = [Float](repeating: 0, count: pieceFrameCount * reader.channelCount)
    while let count = try? reader.read(into: &piece, frameCount: pieceFrameCount), count > 0 {
        samples += piece[..<(count * reader.channelCount)]
    }
    return samples
}
