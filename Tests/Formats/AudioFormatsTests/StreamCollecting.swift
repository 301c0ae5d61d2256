import AudioCodecs
import AudioFormats
import AudioModel
import Testing

/// All results of parsing a stream.
struct StreamResult: Equatable {
    var kind: ContainerKind?
    var format: StreamFormat?
    var packets: [[UInt8]] = []
    /// Frame counts, for packets that differ in frames.
    var frameCounts: [UInt32] = []
    var areDescribed: Bool?
    var error: AudioStreamError?
}

/// How the bytes of a file are split into pieces.
enum Pieces {
    case of(Int)
    case random(UInt64)

    func sizes(_ byteCount: Int) -> [Int] {
        switch self {
        case .of(let size):
            return Array(repeating: size, count: byteCount / size) + [byteCount % size]
        case .random(let seed):
            var generator = SeededGenerator(seed: seed)
            var sizes: [Int] = []
            var left = byteCount
            while left > 0 {
                let largest = [3, 40, 700, 9000].randomElement(using: &generator) ?? 1
                let size = min(Int.random(in: 1...largest, using: &generator), left)
                sizes.append(size)
                left -= size
            }
            return sizes
        }
    }
}

func stream(
    _ file: [UInt8], in pieces: Pieces = .of(1 << 30), isFinished: Bool = true
) -> StreamResult {
    let parser = AudioStreamParser()
    var result = StreamResult()
    var position = 0
    do throws(AudioStreamError) {
        for size in pieces.sizes(file.count) {
            try append(file[position..<position + size], to: parser)
            position += size
            while let event = try parser.nextEvent() { result.take(event) }
        }
        if isFinished {
            parser.finish()
            while let event = try parser.nextEvent() { result.take(event) }
        }
    } catch {
        result.error = error
    }
    return result
}

func append(
    _ bytes: ArraySlice<UInt8>, to parser: AudioStreamParser, isDiscontinuous: Bool = false
) throws(AudioStreamError) {
    var failure: AudioStreamError?
    bytes.withUnsafeBytes { bytes in
        do throws(AudioStreamError) {
            try parser.append(bytes, isDiscontinuous: isDiscontinuous)
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
}

extension StreamResult {
    mutating func take(_ event: AudioStreamEvent) {
        switch event {
        case .kind(let kind): self.kind = kind
        case .ready(let reader): format = reader.format
        case .packets(let found):
            #expect(found.firstPacket == Int64(packets.count))
            areDescribed = found.descriptions != nil
            let size = found.bytes.count / found.packetCount
            let descriptions =
                found.descriptions
                ?? (0..<found.packetCount).map {
                    PacketDescription(startOffset: Int64($0 * size), byteCount: UInt32(size))
                }
            #expect(descriptions.count == found.packetCount)
            for place in descriptions {
                packets.append(
                    Array(found.bytes[Int(place.startOffset)...].prefix(Int(place.byteCount))))
                frameCounts.append(place.variableFrameCount)
            }
        }
    }
}

/// The packets of a whole file, as `AudioFileReader` gives them.
func filePackets(_ bytes: [UInt8]) throws -> StreamResult {
    // A stream is read to its end, as a file is where its sound is recovered.
    let file = try AudioFileReader(MemoryBytes(bytes), recoversUnfinished: true)
    var result = StreamResult(kind: file.containerKind, format: file.format)
    var buffer = [UInt8](repeating: 0, count: bytes.count + 1)
    var places = Array(repeating: PacketDescription(), count: 500)
    while true {
        let start = Int64(result.packets.count)
        let read = try buffer.withUnsafeMutableBytes { buffer in
            try places.withUnsafeMutableBufferPointer {
                try file.readPackets(startingAt: start, count: 500, into: buffer, descriptions: $0)
            }
        }
        guard read.packetCount > 0 else { break }
        result.areDescribed = file.format.bytesPerPacket == 0
        for place in places.prefix(read.packetCount) {
            result.packets.append(
                Array(buffer[Int(place.startOffset)...].prefix(Int(place.byteCount))))
            result.frameCounts.append(place.variableFrameCount)
        }
    }
    return result
}
