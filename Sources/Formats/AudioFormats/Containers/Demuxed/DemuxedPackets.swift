#if FFmpeg
    import AudioCodecs
    import CFFmpeg
    import Synchronization

    /// The packets of a file demuxed by libavformat, located by index.
    ///
    /// Counting packets requires a scan. A bounded number of anchors records packets that were
    /// passed; libavformat seeks to them by timestamp, and where it cannot, the file is scanned
    /// from the start. Concurrent readers get a demuxer each, so none waits for another.
    ///
    /// Chained files repeat their timestamps in each logical bitstream, so they are not seekable.
    final class DemuxedPackets: PacketSource {
        private let open: @Sendable () throws(FormatError) -> DemuxedPacketParser
        private let memory: Mutex<Memory>

        private struct Memory {
            /// Anchors in packet order, at least `spacing` packets apart.
            var anchors: [DemuxedPacketParser.Anchor] = []
            var spacing: Int64 = 64
            /// Idle parsers, the most recently used last.
            var idle: [DemuxedPacketParser]
            var totals: PacketTotals?
            /// Number of seeks that missed their target. Some files have no usable timestamps.
            var failedJumpCount = 0
            /// Starts of later logical bitstreams, by packet index.
            var edges: [Int64: PacketDiscontinuity] = [:]
            /// Whether the file is chained; nil while unknown.
            var isChained: Bool?

            init(_ first: DemuxedPacketParser) {
                idle = [first]
            }

            /// Takes a parser that is at the start and never seeked.
            mutating func takeFresh() -> DemuxedPacketParser? {
                idle.firstIndex { $0.index == 0 && !$0.hasJumped }.map { idle.remove(at: $0) }
            }

            /// Takes an idle parser if there is one, and the anchor to seek to if it is not near.
            mutating func takeStart(
                before index: Int64, mayJump: Bool
            ) -> (parser: DemuxedPacketParser?, anchor: DemuxedPacketParser.Anchor?) {
                let anchor =
                    mayJump && failedJumpCount < Limits.failedJumpsMax
                    ? anchors.last { $0.place.index <= index } : nil
                // Scanning a few packets costs less than a seek.
                let nearest = max((anchor?.place.index ?? 0) - Limits.stepsMax, 0)
                let near = idle.lastIndex { (nearest...index).contains($0.index) }
                if let near { return (idle.remove(at: near), nil) }
                let isReused = anchor != nil && idle.count == Limits.idleMax
                return (isReused ? idle.removeFirst() : nil, anchor)
            }
        }

        private enum Limits {
            static let anchorsMax = 16_384
            static let idleMax = 3
            /// Number of packets that are scanned rather than seeked over.
            static let stepsMax: Int64 = 64
            static let failedJumpsMax = 3
            /// Number of chained bitstream starts that are remembered.
            static let edgesMax = 4096
        }

        /// Creates the index.
        ///
        /// - Parameters:
        ///   - first: A parser at the first packet.
        ///   - open: Creates another parser.
        init(
            _ first: DemuxedPacketParser,
            open: @escaping @Sendable () throws(FormatError) -> DemuxedPacketParser
        ) {
            self.open = open
            var memory = Memory(first)
            if !first.canHaveLinks { memory.isChained = false }
            self.memory = Mutex(memory)
        }

        func read(
            from index: Int64,
            _ visitor: (PacketRange, UnsafeRawBufferPointer) throws(FormatError) -> Bool
        ) throws(FormatError) {
            guard index >= 0 else { return }
            let parser = try takeParser(before: index)
            // A parser that threw is dropped.
            while let (place, bytes) = try parser.peek() {
                remember(parser)
                if place.index >= index, try !visitor(place, bytes) { break }
                parser.advance()
            }
            giveBack(parser)
        }

        func edge(at index: Int64) -> PacketDiscontinuity? {
            memory.withLock { $0.edges[index] }
        }

        func place(ofFrame frame: Int64) throws(FormatError) -> PacketRange? {
            let anchor = memory.withLock { memory in
                memory.anchors.last { $0.place.firstFrame <= frame }?.place.index
            }
            var found: PacketRange?
            try visit(from: anchor ?? 0) { place in
                guard frame < place.firstFrame + place.frameCount else { return true }
                found = place
                return false
            }
            return found
        }

        func totals() throws(FormatError) -> PacketTotals {
            if let known = memory.withLock({ $0.totals }) { return known }
            var totals = PacketTotals()
            // Scans from the start without a seek: only that finds what the bitstreams' ends trim.
            let parser: DemuxedPacketParser
            if let fresh = memory.withLock({ $0.takeFresh() }) {
                parser = fresh
            } else {
                parser = try open()
            }
            while let (place, _) = try parser.peek() {
                remember(parser)
                totals.packetCount += 1
                totals.byteCount += place.byteCount
                totals.frameCount = place.firstFrame + place.frameCount
                totals.largestByteCount = max(totals.largestByteCount, place.byteCount)
                totals.end = place.offset + place.byteCount
                totals.remainderFrames = parser.remainderFrames
                parser.advance()
            }
            giveBack(parser)
            memory.withLock { memory in
                memory.totals = totals
                memory.isChained = parser.hasMetChainedBitstream
            }
            return totals
        }

        // MARK: Parsers

        /// A parser positioned at or shortly before a packet.
        private func takeParser(before index: Int64) throws(FormatError) -> DemuxedPacketParser {
            var start = memory.withLock {
                $0.takeStart(before: index, mayJump: $0.isChained != true)
            }
            if start.anchor != nil, memory.withLock({ $0.isChained == nil }) {
                _ = try FormatError.unlessDefective { () throws(FormatError) in try totals() }
                start = memory.withLock {
                    $0.takeStart(before: index, mayJump: $0.isChained == false)
                }
            }
            let parser: DemuxedPacketParser
            if let idle = start.parser { parser = idle } else { parser = try open() }
            guard let anchor = start.anchor else { return parser }
            if try parser.jump(to: anchor) { return parser }
            memory.withLock { $0.failedJumpCount += 1 }
            return try open()
        }

        private func giveBack(_ parser: DemuxedPacketParser) {
            memory.withLock { memory in
                if memory.idle.count == Limits.idleMax { memory.idle.removeFirst() }
                memory.idle.append(parser)
            }
        }

        private func remember(_ parser: DemuxedPacketParser) {
            if parser.isAtLink || parser.trimmedFrames > 0 {
                memory.withLock { memory in
                    guard memory.edges.count < Limits.edgesMax else { return }
                    memory.edges[parser.index] = PacketDiscontinuity(
                        resetsDecoder: parser.isAtLink, trimmedFrames: parser.trimmedFrames)
                }
            }
            guard parser.index % 64 == 0, let anchor = parser.anchor else { return }
            memory.withLock { memory in
                let next = memory.anchors.last.map { $0.place.index + memory.spacing } ?? 0
                guard parser.index >= next else { return }
                memory.anchors.append(anchor)
                guard memory.anchors.count == Limits.anchorsMax else { return }
                memory.anchors = stride(from: 0, to: memory.anchors.count, by: 2).map {
                    memory.anchors[$0]
                }
                memory.spacing *= 2
            }
        }
    }

    /// Parses the packets of one demuxer in order.
    ///
    /// Ownership: the thread that took it from `DemuxedPackets` uses it exclusively until it is
    /// returned; `DemuxedPackets` keeps idle ones under its lock.
    final class DemuxedPacketParser: @unchecked Sendable {
        /// A position to seek to.
        struct Anchor: Sendable {
            var place: PacketRange
            var time: Int64
            /// Checksum of the packet's bytes: packets of equal size can share a timestamp.
            var checksum: UInt64
            /// Size of the previous block, for codings with overlapping blocks.
            var previousBlock: Int64
        }

        private var demuxer: Demuxer
        private let measure: PacketDuration
        private let framesPerPacket: Int64
        /// Tracks the logical bitstreams of a chained Ogg file; nil for other containers.
        private var links: OggLinks?
        /// The packet at the current position, once it has been read.
        private var current: (place: PacketRange, packet: DemuxedPacket, block: Int64)?
        private(set) var index: Int64 = 0
        private var offset: Int64 = 0
        private var frame: Int64 = 0
        private var previousBlock: Int64 = 0
        private var latestTime = DemuxerStatus.noTime
        /// Trailing frames of the current packet that are trimmed.
        private(set) var remainderFrames: Int64 = 0
        /// Leading frames of the current packet that are decoded and trimmed.
        private(set) var trimmedFrames: Int64 = 0
        /// Frames still to be trimmed from here on.
        private var framesToTrim: Int64 = 0
        /// Excess in the container's number of frames to discard at the end.
        private var discardExcess: Int64 = 0
        var canHaveLinks: Bool { links != nil }
        /// Whether what follows cannot be decoded as part of this file.
        private var isOver = false
        /// Whether the next packet is the first of a chained bitstream.
        private var isEntering = false
        private(set) var hasJumped = false
        /// Whether the current packet is the first of a chained bitstream.
        private(set) var isAtLink = false
        /// Whether a chained bitstream was met, decodable or not.
        private(set) var hasMetChainedBitstream = false

        /// Creates a parser at the demuxer's position.
        ///
        /// - Parameters:
        ///   - framesPerPacket: Fixed frames per packet, except that the last may be shorter; zero
        ///     when they vary.
        ///   - links: The bitstreams of a chained file, for Ogg.
        init(
            _ demuxer: Demuxer, measure: PacketDuration, framesPerPacket: UInt32,
            links: OggLinks? = nil
        ) {
            self.demuxer = demuxer
            self.measure = measure
            self.framesPerPacket = Int64(framesPerPacket)
            self.links = links
        }

        /// The current packet. Its bytes are valid until `advance`.
        ///
        /// - Returns: nil after the last packet.
        func peek() throws(FormatError) -> (PacketRange, UnsafeRawBufferPointer)? {
            if current == nil { try takeNext() }
            return current.map { ($0.place, $0.packet.bytes) }
        }

        private func takeNext() throws(FormatError) {
            while !isOver {
                guard let packet = try demuxer.next() else {
                    guard let end = links?.end else { return }
                    try enterLink(at: end)
                    continue
                }
                let position = position(of: packet)
                if !hasJumped, let start = try links?.nextStart(through: position) {
                    try enterLink(at: start)
                    continue
                }
                if isEntering { begin(with: packet) }
                return try take(packet)
            }
        }

        /// Goes on with the chained bitstream that starts at an offset of the file.
        private func enterLink(at offset: Int64) throws(FormatError) {
            hasMetChainedBitstream = true
            guard let next = try links?.open(at: offset) else {
                isOver = true
                return
            }
            demuxer = next
            isEntering = true
        }

        /// Resets the state at the first packet of a chained bitstream.
        private func begin(with packet: DemuxedPacket) {
            isEntering = false
            guard index > 0 else { return }
            isAtLink = true
            previousBlock = 0
            framesToTrim = max(packet.skippedFrames, Int64(demuxer.parameters.initial_padding), 0)
            let gives = measure.frameCount(of: packet, at: frame, previous: 0)?.count
            discardExcess = gives == 0 && packet.time == 0 ? max(packet.duration, 0) : 0
        }

        /// Offset of a packet's page in the file; negative when unknown.
        private func position(of packet: DemuxedPacket) -> Int64 {
            packet.position < 0 ? packet.position : packet.position + (links?.start ?? 0)
        }

        private func take(_ packet: DemuxedPacket) throws(FormatError) {
            let measured = measure.frameCount(of: packet, at: frame, previous: previousBlock)
            let decodedCount = measured?.count ?? 0
            var frameCount = framesPerPacket > 0 ? framesPerPacket : decodedCount
            let byteCount = Int64(packet.bytes.count)
            guard frameCount <= ContainerLimits.framesMax - frame,
                byteCount <= ContainerLimits.framesMax - offset
            else { throw FormatError(.tooLarge("number of frames")) }
            let discarded = min(max(packet.discardedFrames - discardExcess, 0), decodedCount)
            remainderFrames = max(frameCount - decodedCount, 0) + discarded
            trimmedFrames = min(framesToTrim, decodedCount)
            if links != nil, framesPerPacket == 0 {
                // Only the final trimming is reported separately from its packet.
                if discarded > 0, try linkFollows(packet) {
                    frameCount -= discarded
                    remainderFrames = 0
                    hasMetChainedBitstream = true
                }
                trimmedFrames = min(trimmedFrames, frameCount)
                frameCount -= trimmedFrames
            }
            let place = PacketRange(
                index: index, offset: offset, byteCount: byteCount, firstFrame: frame,
                frameCount: frameCount)
            current = (place, packet, measured?.blockFrames ?? previousBlock)
        }

        /// Whether a bitstream starts behind the page of a bitstream's last packet.
        private func linkFollows(_ packet: DemuxedPacket) throws(FormatError) -> Bool {
            guard let links else { return false }
            if links.end != nil { return true }
            return try links.follows(position(of: packet))
        }

        /// Excess frames that libavformat discards at the end of a single-page Vorbis file: it
        /// counts the first packet, which decodes to none.
        ///
        /// - Precondition: The parser is at the first packet.
        var excessOfFirstPacket: Int64 {
            guard let current, current.place.frameCount == 0, current.packet.time == 0 else {
                return 0
            }
            return max(current.packet.duration, 0)
        }

        /// Sets the offset of the first packet.
        ///
        /// - Parameters:
        ///   - start: Offset that the first packet gets.
        ///   - discardExcess: Excess in the container's number of frames to discard at the end.
        /// - Precondition: The parser is before or at the first packet.
        func begin(at start: Int64, discardExcess: Int64 = 0) {
            self.discardExcess = discardExcess
            offset = start
            current?.place.offset = start
        }

        /// Offset of the first packet, or of the structure that contains it, and whether the packet
        /// is a byte range of the file.
        ///
        /// - Precondition: The parser is at the first packet.
        func place(in source: any ByteSource) throws(FormatError) -> (start: Int64, isRun: Bool) {
            guard let packet = current?.packet, packet.position >= 0,
                packet.position < source.byteCount
            else { return (0, false) }
            let isRun = try source.holds(packet.bytes, at: packet.position)
            return (packet.position, isRun)
        }

        func advance() {
            guard let current else { return }
            index += 1
            offset += current.place.byteCount
            frame += current.place.frameCount
            framesToTrim -= trimmedFrames
            isAtLink = false
            previousBlock = current.block
            latestTime = max(latestTime, current.packet.time)
            self.current = nil
        }

        /// An anchor for the current packet; nil when its timestamp does not identify it.
        var anchor: Anchor? {
            guard let current, current.packet.time > latestTime else { return nil }
            return Anchor(
                place: current.place, time: current.packet.time,
                checksum: current.packet.checksum, previousBlock: previousBlock)
        }

        /// Seeks to an anchor.
        ///
        /// - Returns: Whether it was reached; if not, the parser is unusable.
        func jump(to anchor: Anchor) throws(FormatError) -> Bool {
            guard
                let packet = try demuxer.jump(
                    toTime: anchor.time, byteCount: Int(anchor.place.byteCount),
                    checksum: anchor.checksum)
            else { return false }
            hasJumped = true
            index = anchor.place.index
            offset = anchor.place.offset
            frame = anchor.place.firstFrame
            previousBlock = anchor.previousBlock
            latestTime = anchor.time - 1
            try take(packet)
            return true
        }
    }
#endif
