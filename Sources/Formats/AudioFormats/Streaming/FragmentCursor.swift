/// Cuts packets from movie fragments. A fragment's header precedes its packets.
import AudioCodecs
import AudioModel

struct FragmentCursor: StreamCursor {
    private var parser: MP4FragmentParser<MP4PacketParser>
    private let hasVariableFrames: Bool
    /// End of the last packet.
    private(set) var offset: Int64
    /// End of the retained bytes before the next packet.
    private var keptEnd: Int64

    let isSynced = true
    private(set) var endsInsidePacket = false

    var remainderFrames: Int64 { parser.remainderFrames }

    /// Creates a cursor.
    ///
    /// - Parameter keptEnd: End of the retained start of the stream.
    init(
        _ parser: MP4FragmentParser<MP4PacketParser>, _ contents: ContainerContents, keptEnd: Int64
    ) {
        self.parser = parser
        self.keptEnd = keptEnd
        hasVariableFrames = contents.format.framesPerPacket == 0
        offset = 0
    }

    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets? {
        var packets = StreamedPackets(firstPacket: parser.index)
        var readers = ParserReaders(bytes)
        do throws(FormatError) {
            while !packets.isFull, let place = try next(in: &readers, bytes) {
                try packets.append(
                    place.byteCount, at: place.offset,
                    frameCount: hasVariableFrames ? place.frameCount : 0, from: bytes)
                offset = place.offset + place.byteCount
            }
        } catch {
            // Packets before a defective or incomplete one are delivered first.
            if packets.packetCount == 0 { throw error }
        }
        guard packets.packetCount > 0 else { return nil }
        bytes.drop(before: offset)
        return packets
    }

    /// Locates the next packet.
    ///
    /// - Returns: nil at the end.
    /// - Throws: A shortage when the packet is incomplete; the position then stays before it.
    private mutating func next(
        in readers: inout ParserReaders, _ bytes: StreamBytes
    ) throws(FormatError) -> PacketRange? {
        var ahead = parser
        // Independent of the piece sizes, these bytes count as released.
        ahead.gone = keptEnd..<max(offset, keptEnd)
        do throws(FormatError) {
            guard let place = try ahead.next(in: &readers) else { return nil }
            guard place.byteCount <= StreamLimits.packetBytesMax else {
                throw FormatError(.tooLarge("packet"), offset: place.offset)
            }
            guard place.offset >= max(offset, ahead.fragmentEnd ?? 0) else {
                throw FormatError.outOfOrder(at: place.offset)
            }
            let end = place.offset + place.byteCount
            guard end <= bytes.heldEnd else { throw .shortage(until: end) }
            if ahead.fragmentCount != parser.fragmentCount {
                let range = ahead.fragmentStart..<place.offset
                guard !ahead.gone.overlaps(range) else {
                    throw FormatError.outOfOrder(at: range.lowerBound)
                }
                try keep(range, of: bytes)
                keptEnd = place.offset
            }
            parser = ahead
            return place
        } catch {
            guard bytes.isStillArriving else {
                // A truncated packet at the end is ignored.
                let isCut = if case .endsEarly = error.reason { true } else { false }
                guard isCut || error.shortageEnd != nil else { throw error }
                // The boxes may end anywhere; a listed packet that is missing tells of more.
                endsInsidePacket = !isCut || !ahead.isBetweenFragments
                return nil
            }
            guard let end = error.shortageEnd else { throw error }
            guard end > bytes.heldEnd else { throw .outOfOrder(at: end) }
            if ahead.index == parser.index, ahead.isBetweenFragments {
                parser = ahead
                bytes.drop(before: min(ahead.nextBox, bytes.heldEnd))
            }
            throw error
        }
    }

    /// Retains a fragment's header for its packets, and the boxes between.
    private func keep(_ range: Range<Int64>, of bytes: StreamBytes) throws(FormatError) {
        guard Int64(range.count) <= StreamLimits.headBytesMax else {
            throw FormatError(.tooLarge("fragment"), offset: range.lowerBound)
        }
        bytes.keep(try bytes.copy(Int64(range.count), at: range.lowerBound), from: range.lowerBound)
    }

    /// Fails: packets are unknown before their fragments arrive.
    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? { nil }

    /// Fails: the next fragment cannot be determined.
    mutating func bridgeGap() -> Bool { false }
}
