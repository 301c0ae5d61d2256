#if FFmpeg
    import AudioCodecs
    import CFFmpeg

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

        /// Where a chained bitstream starts.
        struct LinkStart: Sendable {
            /// Offset in the file.
            var start: Int64
            /// The packets, their bytes and the frames before it.
            var index: Int64
            var offset: Int64
            var frame: Int64
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
        /// First decoded frame of the current packet.
        private(set) var frame: Int64 = 0
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
        private(set) var endsAtOtherFormat = false
        /// The bytes of a FLAC file, the last frame of which is left out when it is broken; nil for
        /// other containers.
        var flacFile: (any ByteSource)?
        /// Whether a FLAC file was found to end inside a frame.
        private(set) var endsInsideFrame = false
        /// Whether the next packet is the first of a chained bitstream.
        private var isEntering = false
        private(set) var hasJumped = false
        /// Whether the current packet is the first of a chained bitstream.
        private(set) var isAtLink = false
        /// Where the current bitstream starts; nil in the first.
        private(set) var linkStart: LinkStart?
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
            while !endsAtOtherFormat {
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
                if try isBroken(packet) { return }
                return try take(packet)
            }
        }

        /// Whether a packet is a FLAC file's last frame, and broken.
        private func isBroken(_ packet: DemuxedPacket) throws(FormatError) -> Bool {
            guard let file = flacFile, offset + Int64(packet.bytes.count) >= file.byteCount else {
                return false
            }
            // A tag behind the frame belongs to its packet.
            var reader = ByteReader(file)
            let end = try MP3Container.endOfFrames(file, in: &reader)
            guard end > offset else { return false }
            switch FLACFrameEnd(packet.bytes.prefix(Int(clamping: end - offset))) {
            case .whole: return false
            case .beforeCutFrame:
                endsInsideFrame = true
                return false
            case .broken:
                endsInsideFrame = true
                return true
            }
        }

        /// Goes on with the chained bitstream that starts at an offset of the file.
        private func enterLink(at offset: Int64) throws(FormatError) {
            hasMetChainedBitstream = true
            guard let next = try links?.open(at: offset) else {
                endsAtOtherFormat = true
                return
            }
            demuxer = next
            isEntering = true
        }

        /// Goes to the start of a chained bitstream.
        ///
        /// - Throws: The source's error.
        func begin(at link: LinkStart) throws(FormatError) {
            index = link.index
            offset = link.offset
            frame = link.frame
            current = nil
            try enterLink(at: link.start)
        }

        /// Resets the state at the first packet of a chained bitstream.
        private func begin(with packet: DemuxedPacket) {
            isEntering = false
            guard index > 0 else { return }
            isAtLink = true
            linkStart = LinkStart(
                start: links?.start ?? 0, index: index, offset: offset, frame: frame)
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

        /// Leading frames that the container trims from the first packet.
        ///
        /// - Precondition: The parser is at the first packet.
        var skippedFramesOfFirstPacket: Int64 { max(current?.packet.skippedFrames ?? 0, 0) }

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
