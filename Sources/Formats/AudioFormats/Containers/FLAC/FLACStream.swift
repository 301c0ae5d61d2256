#if FFmpeg
    import AudioCodecs
    import AudioModel

    /// Finds the end of a FLAC stream's metadata blocks.
    ///
    /// Source: RFC 9639, 8, "File-level Metadata".
    struct FLACHeaderFinder: StreamHeaderFinder {
        private static let blocksMax = 1024

        private let start: Int64
        /// Offset of the next block.
        private var offset: Int64
        private var blockCount = 0
        private var isComplete = false

        var dropOffset: Int64 { start }

        init(from start: Int64) {
            self.start = start
            offset = start + 4
        }

        mutating func find(in bytes: StreamBytes) throws(FormatError) -> StreamHeader {
            while !isComplete {
                guard blockCount < Self.blocksMax, offset - start <= StreamLimits.headBytesMax
                else { throw FormatError(.tooLarge("header"), offset: offset) }
                let head = try whole(4, at: offset, in: bytes)
                let byteCount = head[1...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
                isComplete = head[0] >> 7 == 1
                offset += 4 + byteCount
                blockCount += 1
            }
            guard offset - start <= StreamLimits.headBytesMax else {
                throw FormatError(.tooLarge("header"), offset: offset)
            }
            _ = try whole(1, at: offset - 1, in: bytes)
            let contents = try FLACContainer.parseHead(ByteReader(bytes), from: start)
            try contents.checkCounts()
            return StreamHeader(
                contents: contents, cursor: FLACCursor(contents), keptByteCount: 0,
                isByteCountKnown: false)
        }

        private func whole(
            _ byteCount: Int64, at offset: Int64, in bytes: StreamBytes
        ) throws(FormatError) -> [UInt8] {
            let found = try bytes.copy(byteCount, at: offset)
            guard found.count < Int(byteCount) else { return found }
            guard bytes.isStillArriving else {
                throw FormatError(.endsEarly("metadata block"), offset: offset)
            }
            throw .shortage(until: offset + byteCount)
        }
    }

    /// Cuts the frames of a FLAC stream. A frame ends where another begins and its checksum is right;
    /// a damaged one where the header with the next number is.
    struct FLACCursor: StreamCursor {
        /// Start of the frame, or of the search for one.
        private(set) var offset: Int64
        let isSynced = true
        private let dataOffset: Int64
        private let frameByteCountMax: Int64
        private let framesPerPacket: Int64
        private var hasVariableFrames: Bool { framesPerPacket == 0 }
        private var index: Int64 = 0
        /// The header of the frame at `offset`; nil during the search for one.
        private var header: FLACFrameHeader?
        private var hasBeenPlaced = false
        /// Offset up to which the frame was examined, and its checksum so far.
        private var scanned: Int64
        private var checksum = FLACFrameChecksum()
        private(set) var remainderFrames: Int64 = 0
        private(set) var endsInsidePacket = false
        /// Whether the last frame is broken, and left out.
        private var isLastBroken = false
        /// Offset up to which the bytes of the frame have a right checksum; nil for none.
        private var wholeEnd: Int64?

        private static let pieceByteCount: Int64 = 1 << 16

        init(_ contents: ContainerContents) {
            offset = contents.dataOffset
            scanned = contents.dataOffset
            dataOffset = contents.dataOffset
            framesPerPacket = Int64(contents.format.framesPerPacket)
            frameByteCountMax = min(
                Int64(contents.format.packetByteCountMax ?? .max), StreamLimits.packetBytesMax)
        }

        mutating func cut(_ bytes: StreamBytes) throws(FormatError) -> StreamedPackets? {
            var packets = StreamedPackets(firstPacket: index)
            do throws(FormatError) {
                while !packets.isFull, try next(in: bytes, &packets) {}
            } catch {
                bytes.drop(before: offset)
                // Complete packets are delivered without waiting for the next.
                guard error.shortageEnd != nil, packets.packetCount > 0 else { throw error }
                return packets
            }
            bytes.drop(before: offset)
            return packets.packetCount > 0 ? packets : nil
        }

        /// Cuts the next frame.
        ///
        /// - Returns: False at the end.
        private mutating func next(
            in bytes: StreamBytes, _ packets: inout StreamedPackets
        ) throws(FormatError) -> Bool {
            while true {
                guard try findFrame(in: bytes, &packets) else { return false }
                guard let end = try frameEnd(in: bytes) else {
                    // No end within the largest frame: what began here was none.
                    begin(at: scanned)
                    bytes.drop(before: offset)
                    continue
                }
                guard !isLastBroken else {
                    begin(at: end)
                    return false
                }
                try packets.append(
                    end - offset, at: offset,
                    frameCount: hasVariableFrames ? header?.frameCount ?? 0 : 0, from: bytes)
                index += 1
                if let header, !hasVariableFrames {
                    remainderFrames = max(framesPerPacket - header.frameCount, 0)
                }
                begin(at: end)
                return true
            }
        }

        private mutating func begin(at start: Int64, _ header: FLACFrameHeader? = nil) {
            (offset, scanned, self.header) = (start, start, header)
            checksum = FLACFrameChecksum()
            wholeEnd = nil
            isLastBroken = false
        }

        /// Finds the next frame header from `offset` on.
        private mutating func findFrame(
            in bytes: StreamBytes, _ packets: inout StreamedPackets
        ) throws(FormatError) -> Bool {
            let headByteCount = Int64(FLACFrameHeader.byteCountMax)
            while header == nil {
                let piece = try bytes.copy(Self.pieceByteCount, at: offset)
                let isLast = !bytes.isStillArriving
                let last = piece.count - (isLast ? 6 : Int(headByteCount))
                guard last >= 0 else {
                    if isLast { return false }
                    throw .shortage(until: offset + headByteCount)
                }
                var found: (start: Int, header: FLACFrameHeader)?
                for start in 0...last
                where FLACFrameHeader.startsFrame(piece[start], piece[start + 1]) {
                    guard let header = FLACFrameHeader(piece[start...]) else { continue }
                    found = (start, header)
                    break
                }
                guard let (start, header) = found else {
                    begin(at: offset + Int64(last) + 1)
                    bytes.drop(before: offset)
                    continue
                }
                begin(at: offset + Int64(start), header)
                // Behind a gap the header says which frame of equal ones this is.
                if hasBeenPlaced, !header.hasVariableBlocks, !hasVariableFrames,
                    packets.packetCount == 0
                {
                    index = header.number
                    packets.firstPacket = index
                }
                hasBeenPlaced = false
            }
            return true
        }

        /// Offset of the end of the frame at `offset`; nil when there is none within its largest
        /// size.
        ///
        /// At the end of the stream the rest is a frame, as in a file: `isLastBroken` says whether it
        /// is broken.
        private mutating func frameEnd(in bytes: StreamBytes) throws(FormatError) -> Int64? {
            while scanned - offset <= frameByteCountMax {
                let piece = try bytes.copy(Self.pieceByteCount, at: scanned)
                guard piece.count >= 2 else {
                    guard !bytes.isStillArriving else { throw .shortage(until: scanned + 2) }
                    for byte in piece { add(byte) }
                    try examineEnd(in: bytes)
                    return scanned
                }
                for place in 0..<piece.count - 1 {
                    if scanned > offset,
                        FLACFrameHeader.startsFrame(piece[place], piece[place + 1])
                    {
                        let rest = try bytes.copy(Int64(FLACFrameHeader.byteCountMax), at: scanned)
                        if checksum.value == 0 || isNext(FLACFrameHeader(rest)) { return scanned }
                        guard rest.count == FLACFrameHeader.byteCountMax || !bytes.isStillArriving
                        else {
                            throw .shortage(until: scanned + Int64(FLACFrameHeader.byteCountMax))
                        }
                    }
                    add(piece[place])
                }
            }
            return nil
        }

        private mutating func add(_ byte: UInt8) {
            checksum.add(byte)
            scanned += 1
            if checksum.value == 0 { wholeEnd = scanned }
        }

        /// Determines whether the last frame is whole. A tag or zeros may follow it.
        private mutating func examineEnd(in bytes: StreamBytes) throws(FormatError) {
            let rest = try wholeEnd.map { end throws(FormatError) in try bytes.copy(8, at: end) }
            let isFollowed =
                rest.map { rest in
                    rest.allSatisfy { $0 == 0 }
                        || ["TAG", "APETAGEX"].contains { rest.starts(with: $0.utf8) }
                } ?? false
            guard !isFollowed else { return }
            endsInsidePacket = true
            isLastBroken = !(rest.map { FLACFrameHeader.beginsFrame($0) } ?? false)
        }

        private func isNext(_ other: FLACFrameHeader?) -> Bool {
            guard let header, let other, header.hasVariableBlocks == other.hasVariableBlocks else {
                return false
            }
            return other.number
                == header.number + (header.hasVariableBlocks ? header.frameCount : 1)
        }

        mutating func seek(to packet: Int64, average: Double) throws(FormatError) -> Bool? {
            guard packet >= 0 else { return nil }
            let byteCount = (Double(packet) * average).rounded(.down)
            guard byteCount < Double(ContainerLimits.fileBytesMax) else { return nil }
            index = packet
            begin(at: dataOffset + Int64(byteCount))
            hasBeenPlaced = packet > 0
            return packet > 0
        }

        mutating func bridgeGap() -> Bool {
            begin(at: offset)
            hasBeenPlaced = true
            return true
        }
    }
#endif
