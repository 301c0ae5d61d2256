#if FFmpeg
    import Synchronization

    /// The packets of a file that libavformat cuts, found by index.
    ///
    /// Counting packets means going over them. What has been passed is remembered in a bounded
    /// number of anchors, to which libavformat jumps by their time; where it cannot, the way is
    /// gone again. Readers that go through the file in order, each have a demuxer of their own, and
    /// none waits for another.
    ///
    /// Files of several links have the same times in each, so there is no jumping in those.
    final class DemuxedPackets: PacketSource {
        private let open: @Sendable () throws(FormatError) -> DemuxedWalk
        private let memory: Mutex<Memory>

        private struct Memory {
            /// One every `spacing` packets at least, in order.
            var anchors: [DemuxedWalk.Anchor] = []
            var spacing: Int64 = 64
            /// Walks that nobody uses, the latest last.
            var idle: [DemuxedWalk]
            var totals: PacketTotals?
            /// Jumps that did not arrive. Some files have no times to jump by.
            var failedJumpCount = 0
            /// By packet: where later links start.
            var edges: [Int64: PacketEdge] = [:]
            /// Whether there are later links; nil where that was not looked at.
            var isChained: Bool?

            init(_ first: DemuxedWalk) {
                idle = [first]
            }

            /// - Returns: A walk that stands at the start and never jumped.
            mutating func takeFresh() -> DemuxedWalk? {
                idle.firstIndex { $0.index == 0 && !$0.hasJumped }.map { idle.remove(at: $0) }
            }

            /// - Returns: A walk, if one is to be had, and where it is to jump, if it is not near.
            mutating func takeStart(
                before index: Int64, mayJump: Bool
            ) -> (walk: DemuxedWalk?, anchor: DemuxedWalk.Anchor?) {
                let anchor =
                    mayJump && failedJumpCount < Limits.failedJumpsMax
                    ? anchors.last { $0.place.index <= index } : nil
                // A few steps take less than a jump.
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
            /// Packets that are gone over rather than jumped over.
            static let stepsMax: Int64 = 64
            static let failedJumpsMax = 3
            /// Packets at which later links start.
            static let edgesMax = 4096
        }

        /// - Parameters:
        ///   - first: Stands at the first packet.
        ///   - open: Makes another one.
        init(
            _ first: DemuxedWalk, open: @escaping @Sendable () throws(FormatError) -> DemuxedWalk
        ) {
            self.open = open
            var memory = Memory(first)
            if !first.canHaveLinks { memory.isChained = false }
            self.memory = Mutex(memory)
        }

        func read(
            from index: Int64,
            _ visitor: (PacketPlace, UnsafeRawBufferPointer) throws(FormatError) -> Bool
        ) throws(FormatError) {
            guard index >= 0 else { return }
            let walk = try takeWalk(before: index)
            // A walk that threw does not come back.
            while let (place, bytes) = try walk.peek() {
                remember(walk)
                if place.index >= index, try !visitor(place, bytes) { break }
                walk.advance()
            }
            giveBack(walk)
        }

        func edge(at index: Int64) -> PacketEdge? {
            memory.withLock { $0.edges[index] }
        }

        func place(ofFrame frame: Int64) throws(FormatError) -> PacketPlace? {
            let anchor = memory.withLock { memory in
                memory.anchors.last { $0.place.firstFrame <= frame }?.place.index
            }
            var found: PacketPlace?
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
            // From the start without a jump: what links leave out is told on that way alone.
            let walk: DemuxedWalk
            if let fresh = memory.withLock({ $0.takeFresh() }) {
                walk = fresh
            } else {
                walk = try open()
            }
            while let (place, _) = try walk.peek() {
                remember(walk)
                totals.packetCount += 1
                totals.byteCount += place.byteCount
                totals.frameCount = place.firstFrame + place.frameCount
                totals.largestByteCount = max(totals.largestByteCount, place.byteCount)
                totals.end = place.offset + place.byteCount
                totals.remainderFrames = walk.remainderFrames
                walk.advance()
            }
            giveBack(walk)
            memory.withLock { memory in
                memory.totals = totals
                memory.isChained = walk.hasMetLinks
            }
            return totals
        }

        // MARK: Walks

        /// A walk that stands at a packet or before it, and no farther than need be.
        private func takeWalk(before index: Int64) throws(FormatError) -> DemuxedWalk {
            var start = memory.withLock {
                $0.takeStart(before: index, mayJump: $0.isChained != true)
            }
            if start.anchor != nil, memory.withLock({ $0.isChained == nil }) {
                _ = try? totals()
                start = memory.withLock {
                    $0.takeStart(before: index, mayJump: $0.isChained == false)
                }
            }
            let walk: DemuxedWalk
            if let idle = start.walk { walk = idle } else { walk = try open() }
            guard let anchor = start.anchor else { return walk }
            if try walk.jump(to: anchor) { return walk }
            memory.withLock { $0.failedJumpCount += 1 }
            return try open()
        }

        private func giveBack(_ walk: DemuxedWalk) {
            memory.withLock { memory in
                if memory.idle.count == Limits.idleMax { memory.idle.removeFirst() }
                memory.idle.append(walk)
            }
        }

        private func remember(_ walk: DemuxedWalk) {
            if walk.isAtLink || walk.hiddenFrames > 0 {
                memory.withLock { memory in
                    guard memory.edges.count < Limits.edgesMax else { return }
                    memory.edges[walk.index] = PacketEdge(
                        startsAnew: walk.isAtLink, hiddenFrames: walk.hiddenFrames)
                }
            }
            guard walk.index % 64 == 0, let anchor = walk.anchor else { return }
            memory.withLock { memory in
                let next = memory.anchors.last.map { $0.place.index + memory.spacing } ?? 0
                guard walk.index >= next else { return }
                memory.anchors.append(anchor)
                guard memory.anchors.count == Limits.anchorsMax else { return }
                memory.anchors = stride(from: 0, to: memory.anchors.count, by: 2).map {
                    memory.anchors[$0]
                }
                memory.spacing *= 2
            }
        }
    }

    /// Goes from packet to packet of one demuxer.
    ///
    /// One thread at a time: whoever took it from `DemuxedPackets` has it alone.
    final class DemuxedWalk: @unchecked Sendable {
        /// A place to come back to.
        struct Anchor: Sendable {
            var place: PacketPlace
            var time: Int64
            /// Of its bytes: packets of one size can be given one time.
            var checksum: UInt64
            /// Of the block before, for codings whose blocks overlap.
            var previousBlock: Int64
        }

        let demuxer: Demuxer
        private let measure: PacketMeasure
        private let framesPerPacket: Int64
        /// nil for containers that have none.
        private var links: OggLinks?
        private let linkFollows: (_ position: Int64) -> Bool
        /// The packet it stands at, once it was looked at.
        private var current: (place: PacketPlace, packet: DemuxedPacket, block: Int64)?
        private(set) var index: Int64 = 0
        private var offset: Int64 = 0
        private var frame: Int64 = 0
        private var previousBlock: Int64 = 0
        private var latestTime = DemuxerStatus.noTime
        /// Frames of the packet it stands at that are decoded and not heard.
        private(set) var remainderFrames: Int64 = 0
        /// Frames of the packet it stands at that are decoded before its own and not heard.
        private(set) var hiddenFrames: Int64 = 0
        /// Frames from here on that are decoded and not heard.
        private var framesToHide: Int64 = 0
        /// What the container's count of frames at the end is too high by.
        private var discardExcess: Int64 = 0
        var canHaveLinks: Bool { links != nil }
        /// What follows is no sound of this file.
        private var isOver = false
        private(set) var hasJumped = false
        /// Whether the packet it stands at is the first of a later link.
        private(set) var isAtLink = false
        /// Whether there was a later link on the way, of this sound or another.
        private(set) var hasMetLinks = false

        /// - Parameters:
        ///   - framesPerPacket: Of all packets, of which the last may be shorter; zero when they
        ///     differ.
        ///   - links: For Ogg.
        ///   - linkFollows: Whether another link starts behind the page at that position.
        init(
            _ demuxer: Demuxer, measure: PacketMeasure, framesPerPacket: UInt32,
            links: OggLinks? = nil, linkFollows: @escaping (_ position: Int64) -> Bool
        ) {
            self.demuxer = demuxer
            self.measure = measure
            self.framesPerPacket = Int64(framesPerPacket)
            self.links = links
            self.linkFollows = linkFollows
        }

        /// - Returns: nil after the last packet. The bytes are there until `advance`.
        func peek() throws(FormatError) -> (PacketPlace, UnsafeRawBufferPointer)? {
            if current == nil { try takeNext() }
            return current.map { ($0.place, $0.packet.bytes) }
        }

        private func takeNext() throws(FormatError) {
            while !isOver, let packet = try demuxer.next() {
                switch links?.part(packet.bytes) ?? .sound {
                case .header: continue
                case .otherCoding: endHere()
                case .sound:
                    enterLink(packet)
                    if !isOver { return try take(packet) }
                }
            }
        }

        private func endHere() {
            isOver = true
            hasMetLinks = true
        }

        /// Starts anew where a later link does.
        private func enterLink(_ packet: DemuxedPacket) {
            guard var links else { return }
            var skip = links.takeStart()
            self.links = links
            guard index > 0 else { return }
            // libavformat has taken the head itself.
            if packet.skippedFrames > 0 {
                if !links.fits(demuxer.headers) { return endHere() }
                skip = packet.skippedFrames
            }
            guard let skip else { return }
            isAtLink = true
            hasMetLinks = true
            previousBlock = 0
            framesToHide = skip
            let gives = measure.frameCount(of: packet, at: frame, previous: 0)?.count
            discardExcess = gives == 0 && packet.time == 0 ? max(packet.duration, 0) : 0
        }

        private func take(_ packet: DemuxedPacket) throws(FormatError) {
            let measured = measure.frameCount(
                of: packet, at: frame, previous: previousBlock)
            let heard = measured?.count ?? 0
            var frameCount = framesPerPacket > 0 ? framesPerPacket : heard
            let byteCount = Int64(packet.bytes.count)
            guard frameCount <= ContainerLimits.framesMax - frame,
                byteCount <= ContainerLimits.framesMax - offset
            else { throw FormatError(.tooLarge("number of frames")) }
            let discarded = min(max(packet.discardedFrames - discardExcess, 0), heard)
            remainderFrames = max(frameCount - heard, 0) + discarded
            hiddenFrames = min(framesToHide, heard)
            if links != nil, framesPerPacket == 0 {
                // Only what the end of the whole leaves out is told apart from its packet.
                if discarded > 0, linkFollows(packet.position) {
                    frameCount -= discarded
                    remainderFrames = 0
                    hasMetLinks = true
                }
                hiddenFrames = min(hiddenFrames, frameCount)
                frameCount -= hiddenFrames
            }
            let place = PacketPlace(
                index: index, offset: offset, byteCount: byteCount, firstFrame: frame,
                frameCount: frameCount)
            current = (place, packet, measured?.blockFrames ?? previousBlock)
        }

        /// libavformat takes the sound of a Vorbis file of one page to start with its first packet,
        /// which gives none: then it finds too much to be left out at the end.
        ///
        /// - Precondition: It stands at the first packet.
        var excessOfFirstPacket: Int64 {
            guard let current, current.place.frameCount == 0, current.packet.time == 0 else {
                return 0
            }
            return max(current.packet.duration, 0)
        }

        /// - Parameters:
        ///   - start: What the place of the first packet is to be.
        ///   - discardExcess: What the container's count of frames at the end is too high by.
        /// - Precondition: It stands before or at the first packet.
        func begin(at start: Int64, discardExcess: Int64 = 0) {
            self.discardExcess = discardExcess
            offset = start
            current?.place.offset = start
        }

        /// Where in the file the first packet is, or what it stands in, and whether it is a run of
        /// the file's bytes.
        ///
        /// - Precondition: It stands at the first packet.
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
            framesToHide -= hiddenFrames
            isAtLink = false
            previousBlock = current.block
            latestTime = max(latestTime, current.packet.time)
            self.current = nil
        }

        /// The packet it stands at; nil when nothing could tell it from others.
        var anchor: Anchor? {
            guard let current, current.packet.time > latestTime else { return nil }
            return Anchor(
                place: current.place, time: current.packet.time,
                checksum: current.packet.checksum, previousBlock: previousBlock)
        }

        /// - Returns: Whether it arrived; if not, it is of no more use.
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
