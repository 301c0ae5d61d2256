import AudioCodecs
import AudioFormats
import AudioModel

/// What a feed has found in the bytes so far.
enum FeedStep {
    /// The header is complete.
    case ready(AudioFileReader)
    case packets(StreamedBatch)
}

/// Cuts the packets of media from bytes as they arrive. One thread at a time.
protocol PacketFeed: AnyObject {
    /// Takes the next bytes.
    ///
    /// - Parameter isDiscontinuous: Whether bytes are missing before them.
    func append(_ bytes: ArraySlice<UInt8>, isDiscontinuous: Bool) throws(AudioStreamError)
    /// No bytes follow.
    func finish()
    /// The next step; `nil` when it takes more bytes, and at the end.
    func next() throws(AudioStreamError) -> FeedStep?
    /// Goes on with another packet.
    ///
    /// - Returns: The offset of the bytes that must come next.
    func seek(toPacket packet: Int64) throws(AudioStreamError) -> Int64
    /// The end of the valid frames, as far as it is known.
    var end: StreamEnd { get }
    /// Bytes of a packet on average; `nil` while unknown.
    var averagePacketByteCount: Double? { get }
}

/// The feed of a stream that is parsed in the order of its bytes.
final class StreamFeed: PacketFeed {
    private let parser: AudioStreamParser
    /// The end that the header states.
    private var statedEnd: StreamEnd?
    private var hasMoved = false
    /// The length of the media in bytes; `nil` while unknown.
    private let byteCount: Int64?
    /// Whether the header speaks of a first part alone.
    private var isRefuted = false

    /// - Parameter byteCount: The length of the media; `nil` where the server does not state it.
    init(hint: ContainerKind?, byteCount: Int64?) {
        self.byteCount = byteCount
        parser = AudioStreamParser(hint: hint, readsGaplessTag: true)
    }

    func append(_ bytes: ArraySlice<UInt8>, isDiscontinuous: Bool) throws(AudioStreamError) {
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

    func finish() { parser.finish() }

    func next() throws(AudioStreamError) -> FeedStep? {
        while let event = try parser.nextEvent() {
            switch event {
            case .kind: continue
            case .ready(let reader):
                isRefuted = byteCount.map { parser.statesLess(than: $0) } ?? false
                switch parser.validEnd {
                case .frame, .provisional: statedEnd = parser.validEnd
                case .beforeEnd: break
                }
                return .ready(reader)
            case .packets(let packets):
                return .packets(
                    StreamedBatch(
                        firstPacket: packets.firstPacket, packetCount: packets.packetCount,
                        bytes: packets.bytes, descriptions: packets.descriptions))
            }
        }
        return nil
    }

    func seek(toPacket packet: Int64) throws(AudioStreamError) -> Int64 {
        let position = try parser.seek(toPacket: packet)
        hasMoved = true
        let offset = (parser.reader?.dataOffset ?? 0) + position.byteOffset
        guard position.isEstimated else { return offset }
        // The frame that begins nearest is the one: an estimate past its first byte would miss it.
        let half = (parser.averageBytesPerPacket ?? 0) / 2
        return max(offset - Int64(half), 0)
    }

    var end: StreamEnd {
        guard !isRefuted else { return .beforeEnd(0) }
        // The parser's own count of packets is that of all it has seen.
        guard hasMoved, let statedEnd else { return parser.validEnd }
        switch statedEnd {
        case .frame(let count), .provisional(let count): return .frame(count)
        case .beforeEnd: return statedEnd
        }
    }

    var averagePacketByteCount: Double? { parser.averageBytesPerPacket }
}
