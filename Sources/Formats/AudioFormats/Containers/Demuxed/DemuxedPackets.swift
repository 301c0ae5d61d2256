#if FFmpeg
    import AudioCodecs
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
            /// The starts of later logical bitstreams that were met, in order.
            var linkStarts: [DemuxedPacketParser.LinkStart] = []
            var endsAtOtherFormat = false
            var endsInsideFrame = false

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
                let start = anchor?.place.index ?? link(before: index)?.index ?? 0
                // Scanning a few packets costs less than a seek.
                let nearest = max(start - Limits.stepsMax, 0)
                let near = idle.lastIndex { (nearest...index).contains($0.index) }
                if let near { return (idle.remove(at: near), nil) }
                let isReused = anchor != nil && idle.count == Limits.idleMax
                return (isReused ? idle.removeFirst() : nil, anchor)
            }

            /// Index of the last packet known to begin no later than a frame: an anchor, the start of
            /// a bitstream, or the position of an idle parser, which need not open anything again.
            func start(beforeFrame frame: Int64) -> Int64 {
                let known = [
                    anchors.last { $0.place.firstFrame <= frame }?.place.index,
                    linkStarts.last { $0.frame <= frame }?.index,
                    idle.filter { $0.frame <= frame }.map(\.index).max(),
                ]
                return known.compactMap(\.self).max() ?? 0
            }

            /// The start of the bitstream that a packet is in; nil for the first.
            func link(before index: Int64) -> DemuxedPacketParser.LinkStart? {
                linkStarts.last { $0.index <= index }
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

        /// The starts of later bitstreams that have packets; known after `totals`.
        var links: [DemuxedPacketParser.LinkStart] { memory.withLock { $0.linkStarts } }

        /// Whether a bitstream follows that cannot be decoded like the first; known after `totals`.
        var endsAtOtherFormat: Bool { memory.withLock { $0.endsAtOtherFormat } }

        /// Whether a FLAC file ends inside a frame; known after `totals`.
        var endsInsideFrame: Bool { memory.withLock { $0.endsInsideFrame } }

        func edge(at index: Int64) -> PacketDiscontinuity? {
            memory.withLock { $0.edges[index] }
        }

        func place(ofFrame frame: Int64) throws(FormatError) -> PacketRange? {
            let start = memory.withLock { $0.start(beforeFrame: frame) }
            var found: PacketRange?
            try visit(from: start) { place in
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
                memory.endsAtOtherFormat = parser.endsAtOtherFormat
                memory.endsInsideFrame = parser.endsInsideFrame
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
            guard let anchor = start.anchor else {
                let link = memory.withLock { $0.link(before: index) }
                if let link, parser.index < link.index { try parser.begin(at: link) }
                return parser
            }
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
                    if parser.isAtLink, let link = parser.linkStart,
                        link.index > memory.linkStarts.last?.index ?? 0
                    {
                        memory.linkStarts.append(link)
                    }
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
#endif
