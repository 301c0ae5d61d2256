/// Packets in fragments, each of which says what packets it has before they come.
struct FragmentCursor: StreamCursor {
    private var walk: MP4FragmentWalk<MP4PacketWalk>
    private let hasVariableFrames: Bool
    /// Where the last packet ended.
    private(set) var offset: Int64
    /// Where what is kept of what comes before the next packet ends.
    private var keptEnd: Int64

    let isSynced = true

    /// - Parameter keptEnd: Up to which the stream's start is kept.
    init(
        _ walk: MP4FragmentWalk<MP4PacketWalk>, _ contents: ContainerContents, keptEnd: Int64
    ) {
        self.walk = walk
        self.keptEnd = keptEnd
        hasVariableFrames = contents.format.framesPerPacket == 0
        offset = 0
    }

    mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets? {
        var packets = StreamedPackets(
            firstPacket: walk.index, packetCount: 0, bytes: [], descriptions: [])
        var readers = WalkReaders(bytes)
        do throws(FormatError) {
            while packets.packetCount < StreamLimits.packetsMax,
                packets.bytes.count < StreamLimits.packetsBytesMax,
                let place = try next(in: &readers, bytes)
            {
                packets.descriptions?.append(
                    PacketDescription(
                        startOffset: Int64(packets.bytes.count),
                        variableFrameCount: hasVariableFrames
                            ? UInt32(clamping: place.frameCount) : 0,
                        byteCount: UInt32(place.byteCount)))
                packets.bytes += try bytes.copy(place.byteCount, at: place.offset)
                packets.packetCount += 1
                offset = place.offset + place.byteCount
            }
        } catch {
            // Those before the one that is wrong, or has not come, are handed out first.
            if packets.packetCount == 0 { throw error }
        }
        guard packets.packetCount > 0 else { return nil }
        bytes.drop(before: offset)
        return packets
    }

    /// - Returns: nil when no more will come.
    /// - Throws: A shortage when it has not come whole; then the walk stands before it.
    private mutating func next(
        in readers: inout WalkReaders, _ bytes: StreamBytes
    ) throws(FormatError) -> PacketPlace? {
        var ahead = walk
        // Whether they have gone already depends on the pieces: it is as if they always had.
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
            if ahead.fragmentCount != walk.fragmentCount {
                let range = ahead.fragmentStart..<place.offset
                guard !ahead.gone.overlaps(range) else {
                    throw FormatError.outOfOrder(at: range.lowerBound)
                }
                try keep(range, of: bytes)
                keptEnd = place.offset
            }
            walk = ahead
            return place
        } catch {
            guard bytes.isStillArriving else {
                // What is cut off at the end was never there.
                if case .endsEarly = error.reason { return nil }
                if error.shortageEnd != nil { return nil }
                throw error
            }
            guard let end = error.shortageEnd else { throw error }
            guard end > bytes.heldEnd else { throw .outOfOrder(at: end) }
            if ahead.index == walk.index, ahead.isBetweenFragments {
                walk = ahead
                bytes.drop(before: min(ahead.nextBox, bytes.heldEnd))
            }
            throw error
        }
    }

    /// Keeps a fragment's head for its packets, and all boxes between them.
    private func keep(_ range: Range<Int64>, of bytes: StreamBytes) throws(FormatError) {
        guard Int64(range.count) <= StreamLimits.headBytesMax else {
            throw FormatError(.tooLarge("fragment"), offset: range.lowerBound)
        }
        bytes.keep(try bytes.copy(Int64(range.count), at: range.lowerBound), from: range.lowerBound)
    }

    /// Packets are not found before their fragments are.
    mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? { nil }

    /// Nothing tells which fragment comes next.
    mutating func bridgeGap() -> Bool { false }
}
