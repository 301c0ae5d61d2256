import AudioCodecs
import AudioModel

#if FFmpeg
    /// Parses FLAC files: the metadata blocks here, the frames by libavformat.
    ///
    /// libavformat sees only the first block and the frames, because it would keep everything else,
    /// like pictures and seek tables, in memory.
    ///
    /// Source: RFC 9639, 8, "File-level Metadata".
    struct FLACContainer {
        private static let blocksMax = 1024

        private var reader: ByteReader
        private var information: FLACStreamInfo?
        private var metadata = FileMetadata()

        static func parse(
            _ reader: ByteReader, from start: Int64
        ) throws(FormatError) -> ContainerContents {
            var container = FLACContainer(reader: reader)
            let frames = try container.readBlocks(from: start)
            return try container.contents(frames: frames)
        }

        /// Parses the metadata blocks of a stream, of which no frames have arrived.
        static func parseHead(
            _ reader: ByteReader, from start: Int64
        ) throws(FormatError) -> ContainerContents {
            var container = FLACContainer(reader: reader)
            let frames = try container.readBlocks(from: start)
            guard let information = container.information else {
                throw FormatError(.badField("stream information"), offset: start)
            }
            let format = information.format
            let timeline = container.timeline(
                information, dataByteCount: ContainerLimits.fileBytesMax)
            var count: Int64?
            if format.framesPerPacket > 0, case .stated = timeline.certainty {
                count =
                    (timeline.valid + timeline.remainder) / Int64(format.framesPerPacket)
            }
            return ContainerContents(
                kind: .flac, format: format, dataOffset: frames,
                dataByteCount: ContainerLimits.fileBytesMax - frames,
                packets: .indexed(PacketIndex(locator: NoPackets(), count: count)),
                timeline: timeline,
                codec: CodecParameters(
                    magicCookie: information.magicCookie, configuration: information.bytes),
                metadata: container.metadata)
        }

        private init(reader: ByteReader) {
            self.reader = reader
        }

        /// Reads the metadata blocks.
        ///
        /// - Returns: Offset of the first frame.
        private mutating func readBlocks(from start: Int64) throws(FormatError) -> Int64 {
            let end = reader.source.byteCount
            reader.enter("metadata block", at: start, end: end)
            guard try reader.readFourCC() == "fLaC" else {
                throw reader.error(.missing("FLAC stream"))
            }
            for _ in 0..<Self.blocksMax {
                let head: UInt32 = try reader.readBigEndian()
                let byteCount = Int64(head & 0xFF_FFFF)
                let block = reader.position
                switch head >> 24 & 0x7F {
                case 0 where information == nil:
                    let bytes = try reader.readBytes(min(Int(byteCount), 64))
                    information = FLACStreamInfo(bytes)
                case 4: try readComments(byteCount)
                case 6: try readPicture(byteCount)
                case 2: metadata.others.append(.init(name: "APPLICATION", form: .unread))
                case 5: metadata.others.append(.init(name: "CUESHEET", form: .unread))
                default: break
                }
                reader.enter("metadata block", at: block, end: end)
                try reader.skip(byteCount)
                if head >> 31 == 1 { return reader.position }
            }
            throw reader.error(.tooLarge("number of metadata blocks"))
        }

        /// Source: RFC 9639, 8.6, "Vorbis Comment".
        private mutating func readComments(_ byteCount: Int64) throws(FormatError) {
            reader.enter("comments", at: reader.position, end: reader.position + byteCount)
            let block = try VorbisCommentBlock(reading: &reader)
            metadata.tags += block.texts.map { .init(key: $0.key, value: $0.value) }
            metadata.chapters += block.chapters
            metadata.encodedPictures += block.encodedPictures
            metadata.others += block.unread.map { .init(name: $0, form: .unread) }
        }

        /// Source: RFC 9639, 8.8, "Picture".
        private mutating func readPicture(_ byteCount: Int64) throws(FormatError) {
            reader.enter("picture", at: reader.position, end: reader.position + byteCount)
            guard let picture = try StoredPicture(readingBlock: &reader),
                metadata.pictures.count < AttachedPicture.countMax
            else { return }
            metadata.pictures.append(picture)
        }

        private func contents(frames start: Int64) throws(FormatError) -> ContainerContents {
            guard let information else { throw FormatError(.missing("stream information")) }
            let format = information.format
            let bytes = FLACFrames(information, of: reader.source, from: start)
            let file = reader.source
            let open: @Sendable () throws(FormatError) -> DemuxedPacketParser = {
                () throws(FormatError) in
                let parser = DemuxedPacketParser(
                    try Demuxer(bytes, demuxer: "flac"),
                    measure: .flac(framesMax: Int64(information.blockFrames.upperBound)),
                    framesPerPacket: format.framesPerPacket)
                parser.begin(at: start)
                parser.flacFile = file
                return parser
            }
            let byteCount = reader.source.byteCount - start
            return ContainerContents(
                kind: .flac, format: format, dataOffset: start, dataByteCount: byteCount,
                packets: .demuxed(DemuxedPackets(try open(), open: open), isContiguous: true),
                timeline: timeline(information, dataByteCount: byteCount),
                codec: CodecParameters(
                    magicCookie: information.magicCookie, configuration: information.bytes),
                metadata: metadata)
        }

        /// Uses the stated frame count if the file is large enough for it.
        private func timeline(
            _ information: FLACStreamInfo, dataByteCount: Int64
        ) -> FrameTimeline {
            // Smallest frame, constant mono: a header, one subframe and two checksums.
            let packetByteCountMin: Int64 = 10
            let framesPerPacket = Int64(information.format.framesPerPacket)
            let packets = dataByteCount / packetByteCountMin + 1
            guard let frameCount = information.frameCount, framesPerPacket > 0,
                frameCount <= packets * framesPerPacket
            else { return FrameTimeline(certainty: .countedWithRemainder, hasPacketTable: true) }
            let last = frameCount % framesPerPacket
            return FrameTimeline(
                valid: frameCount, remainder: last == 0 ? 0 : framesPerPacket - last,
                certainty: .stated, estimate: frameCount, hasPacketTable: true)
        }
    }

    /// Stands for the packets of a stream, which are cut as they arrive.
    private struct NoPackets: PacketLocator {
        func visit(
            from index: Int64, _ visitor: (PacketRange) throws(FormatError) -> Bool
        ) throws(FormatError) {}

        func place(ofFrame frame: Int64) throws(FormatError) -> PacketRange? { nil }

        func totals() throws(FormatError) -> PacketTotals { PacketTotals() }
    }

    /// Presents a FLAC file with only its stream information and frames.
    private struct FLACFrames: ByteSource {
        private let head: [UInt8]
        private let source: any ByteSource
        private let start: Int64

        init(_ information: FLACStreamInfo, of source: any ByteSource, from start: Int64) {
            head = Array("fLaC".utf8) + information.block
            self.source = source
            self.start = start
        }

        var byteCount: Int64 { Int64(head.count) + source.byteCount - start }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FormatError) -> Int {
            let headCount = max(min(Int64(head.count) - offset, Int64(buffer.count)), 0)
            if headCount > 0 {
                buffer.copyBytes(from: head[Int(offset)..<Int(offset + headCount)])
            }
            guard headCount < buffer.count else { return Int(headCount) }
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[Int(headCount)...])
            let position = start + offset + headCount - Int64(head.count)
            return Int(headCount) + max(try source.read(into: rest, at: position), 0)
        }
    }
#endif
