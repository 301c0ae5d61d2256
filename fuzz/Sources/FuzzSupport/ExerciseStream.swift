import AudioFormats

/// Parses the input as a stream, in one piece and in pieces of the size that its first byte says.
///
/// Errors are fine. Traps are not, nor packets that depend on the pieces, nor more bytes than came.
public func exerciseStream(_ input: [UInt8]) -> Int32 {
    guard let first = input.first else { return -1 }
    let file = Array(input.dropFirst())
    let whole = packets(of: file, pieceByteCount: max(file.count, 1))
    let parted = packets(of: file, pieceByteCount: Int(first) + 1)
    precondition(whole.packets == parted.packets, "other packets in other pieces")
    precondition(whole.error == parted.error, "another error in other pieces")
    precondition(whole.packets.reduce(0) { $0 + $1.count } <= file.count)
    wander(file, seed: first)
    return 0
}

private struct Outcome {
    var packets: [[UInt8]] = []
    var error: AudioStreamError?
}

private func packets(of file: [UInt8], pieceByteCount: Int) -> Outcome {
    let parser = AudioStreamParser(hint: .mp3)
    var outcome = Outcome()
    do throws(AudioStreamError) {
        for start in stride(from: 0, to: file.count, by: pieceByteCount) {
            try append(file[start..<min(start + pieceByteCount, file.count)], to: parser)
            try takeAll(parser, &outcome)
            precondition(parser.heldByteCount <= file.count)
        }
        parser.finish()
        try takeAll(parser, &outcome)
    } catch {
        outcome.error = error
    }
    ask(parser)
    return outcome
}

private func append(
    _ bytes: ArraySlice<UInt8>, to parser: AudioStreamParser, isDiscontinuous: Bool = false
) throws(AudioStreamError) {
    let result: Result<Void, AudioStreamError> = bytes.withUnsafeBytes { bytes in
        do throws(AudioStreamError) {
            return .success(try parser.append(bytes, isDiscontinuous: isDiscontinuous))
        } catch {
            return .failure(error)
        }
    }
    try result.get()
}

private func takeAll(
    _ parser: AudioStreamParser, _ outcome: inout Outcome
) throws(AudioStreamError) {
    while let event = try parser.nextEvent() {
        guard case .packets(let packets) = event else { continue }
        let size = packets.bytes.count / packets.packetCount
        for index in 0..<packets.packetCount {
            let start = packets.descriptions.map { Int($0[index].startOffset) } ?? index * size
            let count = packets.descriptions.map { Int($0[index].byteCount) } ?? size
            outcome.packets.append(Array(packets.bytes[start..<start + count]))
        }
    }
}

private func ask(_ parser: AudioStreamParser) {
    _ = parser.averageBytesPerPacket
    _ = parser.bitRate
    precondition(parser.packetCount ?? 0 >= 0 && parser.duration ?? 0 >= 0)
    precondition(parser.dataByteCount ?? 0 >= 0)
    _ = parser.maximumPacketSize
}

/// Seeks and gaps, wherever.
private func wander(_ file: [UInt8], seed: UInt8) {
    let parser = AudioStreamParser()
    var outcome = Outcome()
    try? append(file[...], to: parser)
    try? takeAll(parser, &outcome)
    for packet in [Int64(seed), 0, .max, -1, Int64(outcome.packets.count / 2)] {
        guard let place = try? parser.seek(toPacket: packet) else { continue }
        precondition(place.byteOffset >= 0)
        let start = min(Int(clamping: place.byteOffset), file.count)
        try? append(file[start...], to: parser, isDiscontinuous: seed & 1 == 0)
        try? takeAll(parser, &outcome)
        try? append(file[...], to: parser, isDiscontinuous: true)
        try? takeAll(parser, &outcome)
    }
    ask(parser)
}
