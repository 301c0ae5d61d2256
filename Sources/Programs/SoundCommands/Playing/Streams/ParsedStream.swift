import AudioCodecs
import AudioFormats
import AudioModel

/// Decodes a stream of a kind that is parsed here, while its bytes arrive.
final class ParsedStream: StreamDecoder {
    let reader: AudioFileReader
    let tags: FileTags
    private(set) var missingAudio: MissingAudio?

    private let parser: AudioStreamParser
    private let decoder: any PacketDecoder
    private let read: (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int
    private let channelCount: Int
    private var trimmer: StreamTrimmer
    private var hasFinished = false

    private static let pieceBytes = 1 << 14
    private static let headerBytesMax = 1 << 24
    private static let packetFramesMax = 1 << 20

    /// Waits for the header.
    ///
    /// - Parameters:
    ///   - read: Waits for bytes and copies them; zero at the end.
    ///   - head: Receives what was read until the header was complete, or an error was found.
    /// - Throws: The first defect found.
    init(
        _ read: @escaping (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int,
        head: inout [UInt8]
    ) throws(FormatError) {
        self.read = read
        parser = AudioStreamParser(readsGaplessTag: true)
        reader = try Self.readHeader(parser, read, &head)
        channelCount = Int(reader.format.channelCount)
        trimmer = StreamTrimmer(channelCount: channelCount, primingFrames: reader.primingFrames)
        decoder = try reader.makeDecoder()
        // The parser keeps no tags: a file that ends behind its header has the same.
        tags = (try? AudioFileReader(MemoryBytes(head)).fileTags()) ?? FileTags()
    }

    private static func readHeader(
        _ parser: AudioStreamParser,
        _ read: (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int,
        _ head: inout [UInt8]
    ) throws(FormatError) -> AudioFileReader {
        while true {
            while let event = try nextEvent(of: parser) {
                if case .ready(let reader) = event { return reader }
            }
            guard head.count < headerBytesMax else { throw FormatError(.tooLarge("header")) }
            let bytes = try piece(read)
            head += bytes
            guard bytes.isEmpty else {
                try append(bytes, to: parser)
                continue
            }
            // The header may be whole, without a frame behind it.
            guard !head.isEmpty else { throw FormatError(.endsEarly("header")) }
            parser.finish()
            while let event = try nextEvent(of: parser) {
                if case .ready(let reader) = event { return reader }
            }
            throw FormatError(.endsEarly("header"))
        }
    }

    private static func piece(
        _ read: (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int
    ) throws(FormatError) -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count throws(FormatError) in
            count = try read(UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private static func nextEvent(
        of parser: AudioStreamParser
    ) throws(FormatError) -> AudioStreamEvent? {
        do throws(AudioStreamError) {
            return try parser.nextEvent()
        } catch {
            throw Self.error(error)
        }
    }

    private static func append(
        _ bytes: [UInt8], to parser: AudioStreamParser
    ) throws(FormatError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(AudioStreamError) in try parser.append(bytes) }
        }
        if case .failure(let error) = result { throw Self.error(error) }
    }

    private static func error(_ error: AudioStreamError) -> FormatError {
        switch error {
        case .format(let error), .notOptimized(let error): error
        default: FormatError(.badField("stream"))
        }
    }

    // MARK: Packets

    func next() throws(FormatError) -> [Float]? {
        if let event = try Self.nextEvent(of: parser) {
            guard case .packets(let packets) = event else { return [] }
            return trimmer.append(decode(packets), end: parser.validEnd)
        }
        guard !hasFinished else { return nil }
        let bytes = try Self.piece(read)
        guard bytes.isEmpty else {
            try Self.append(bytes, to: parser)
            return []
        }
        hasFinished = true
        parser.finish()
        var last: [Float] = []
        while let event = try Self.nextEvent(of: parser) {
            guard case .packets(let packets) = event else { continue }
            last += trimmer.append(decode(packets), end: parser.validEnd)
        }
        last += trimmer.finish(parser.validEnd)
        missingAudio = parser.missingAudio(after: trimmer.frameCount)
        return last
    }

    private func decode(_ packets: StreamedPackets) -> [Float] {
        let fixedFrames = Int(reader.format.framesPerPacket)
        var samples: [Float] = []
        packets.bytes.withUnsafeBytes { bytes in
            guard let descriptions = packets.descriptions else {
                // Packets of one frame need no calls of their own.
                let count = fixedFrames > 1 ? packets.packetCount : 1
                let byteCount = bytes.count / max(count, 1)
                for index in 0..<count {
                    let start = index * byteCount
                    decode(
                        bytes, start..<start + byteCount,
                        fixedFrames > 1 ? fixedFrames : packets.packetCount, &samples)
                }
                return
            }
            for description in descriptions {
                let start = Int(description.startOffset)
                let end = start + Int(description.byteCount)
                guard start >= 0, end <= bytes.count else { continue }
                let variable = Int(description.variableFrameCount)
                decode(bytes, start..<end, variable > 0 ? variable : fixedFrames, &samples)
            }
        }
        return samples
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ frameCount: Int,
        _ samples: inout [Float]
    ) {
        guard (1...Self.packetFramesMax).contains(frameCount) else { return }
        let start = samples.count
        samples += [Float](repeating: 0, count: frameCount * channelCount)
        samples.withUnsafeMutableBufferPointer {
            guard let base = $0.baseAddress else { return }
            decoder.decodeWhole(
                UnsafeRawBufferPointer(rebasing: bytes[range]), into: base + start,
                frameCount: frameCount, channelCount: channelCount)
        }
    }
}
