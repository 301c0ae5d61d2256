import AudioFormats
import AudioModel

/// Opens the input, but for its first byte, as a file to go on with: writes over packets and behind
/// them, adds texts and chunks, closes it. The bits of the first byte say what of this.
///
/// Errors are fine. Traps are not, nor is a file that was closed without an error and has other
/// packets than were written.
public func exerciseContinuing(_ input: [UInt8]) -> Int32 {
    guard let choice = input.first else { return -1 }
    let file = MemorySink(Array(input.dropFirst()))
    guard let reader = try? AudioFileReader(file) else { return -1 }
    guard let writer = try? AudioFileWriter(continuing: reader, in: file) else { return 0 }
    let before = writer.packetCount
    let packet = [UInt8](repeating: 0x5A, count: Int(min(writer.format.bytesPerPacket, 1 << 16)))
    func write(at index: Int64) {
        packet.withUnsafeBytes { bytes in
            _ = try? writer.writePackets(startingAt: index, count: 1, from: bytes)
        }
    }
    if choice & 1 != 0 { write(at: 0) }
    if choice & 2 != 0 {
        write(at: before)
        write(at: before + 1)
    }
    if choice & 4 != 0 { writer.properties.tags = [("title", "other"), ("artist", "one")] }
    if choice & 8 != 0 { writer.properties.chunks.append((id: "abcd", bytes: [1, 2, 3])) }
    if choice & 16 != 0 { _ = try? writer.truncate(toByteCount: 0) }
    if choice & 32 != 0 { _ = try? writer.update() }
    if choice & 64 != 0 { _ = try? writer.optimize() }
    if choice & 128 != 0 { write(at: writer.packetCount) }
    guard (try? writer.close()) != nil else { return 0 }
    checkWritten(file, writer, packet)
    return 0
}

private func checkWritten(_ file: MemorySink, _ writer: AudioFileWriter, _ packet: [UInt8]) {
    guard let again = try? AudioFileReader(file), let packetCount = try? again.packetCount() else {
        preconditionFailure("what was written is no file any more")
    }
    precondition(again.containerKind == writer.kind, "of another kind")
    precondition(again.format == writer.format, "of another format")
    precondition(packetCount >= writer.packetCount, "packets are missing")
}
