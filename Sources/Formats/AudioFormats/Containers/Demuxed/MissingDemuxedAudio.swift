#if FFmpeg
    import AudioCodecs
    import AudioModel

    extension AudioFileReader {
        /// What a file demuxed by libavformat lacks of the audio that it states or announces.
        func missingAudio(demuxed packets: any PacketSource) throws(FormatError) -> MissingAudio? {
            switch containerKind {
            case .ogg:
                let found = try countedFrameCount()
                if (packets as? DemuxedPackets)?.endsAtOtherFormat == true {
                    return .otherFormat(found: found)
                }
                return try source.endsAfterLastOggPage() ? nil : .packet(found: found)
            case .matroska:
                return try Self.missingMatroskaBytes(source, byteCount: source.byteCount)
            case .flac: return try missingFLACFrames(packets)
            case .wavPack, .monkeysAudio:
                let found = try countedFrameCount()
                // A difference as short as this may be one of counting.
                let tolerance = containerKind == .wavPack ? 0 : Int64(format.sampleRate / 10)
                guard let stated = contents.timeline.estimate, stated > found + tolerance else {
                    return nil
                }
                return .frames(found: found, stated: stated)
            case .ac3, .mp1, .mp2, .amr:
                guard let last = try lastPacket(packets),
                    let stated = StatedFrameSize.byteCount(
                        last.bytes, in: containerKind, format.id),
                    stated > last.bytes.count
                else { return nil }
                return .packet(found: try countedFrameCount() - last.frameCount)
            default: return nil
            }
        }

        /// Compares the frames that are there with the stream information. A broken last one is left
        /// out of them.
        private func missingFLACFrames(
            _ packets: any PacketSource
        ) throws(FormatError) -> MissingAudio? {
            let timeline = contents.timeline
            guard let totals = try packetTotals() else { return nil }
            let found = max(totals.frameCount - totals.remainderFrames, 0)
            if timeline.certainty == .stated {
                return found < timeline.valid
                    ? .frames(found: found, stated: timeline.valid) : nil
            }
            let isCut = (packets as? DemuxedPackets)?.endsInsideFrame == true
            return isCut ? .packet(found: found) : nil
        }

        private func lastPacket(
            _ packets: any PacketSource
        ) throws(FormatError) -> (bytes: [UInt8], frameCount: Int64)? {
            guard let count = try packetTotals()?.packetCount, count > 0 else { return nil }
            var last: (bytes: [UInt8], frameCount: Int64)?
            _ = try FormatError.unlessDefective { () throws(FormatError) in
                try packets.read(from: count - 1) { place, bytes in
                    last = (Array(bytes), place.frameCount)
                    return false
                }
            }
            return last
        }

        /// Compares the segment's stated size with the file's.
        ///
        /// - Parameters:
        ///   - source: The file, or its beginning.
        ///   - byteCount: The size of the file.
        ///
        /// Source: RFC 8794, 5 and 6, "Element ID" and "Element Data Size"; RFC 9559, 5.1,
        /// "Segment".
        static func missingMatroskaBytes(
            _ source: any ByteSource, byteCount: Int64
        ) throws(FormatError) -> MissingAudio? {
            var reader = ByteReader(source)
            let header: UInt32 = try reader.readBigEndian()
            guard header == 0x1A45_DFA3, let headerByteCount = try Self.elementSize(&reader),
                headerByteCount <= reader.bytesLeft - 8
            else { return nil }
            try reader.skip(headerByteCount)
            let segment: UInt32 = try reader.readBigEndian()
            guard segment == 0x1853_8067, let stated = try Self.elementSize(&reader) else {
                return nil
            }
            let found = byteCount - reader.position
            return stated > found ? .bytes(found: found, stated: stated) : nil
        }

        /// Reads the size of an EBML element; nil when it is unknown.
        private static func elementSize(_ reader: inout ByteReader) throws(FormatError) -> Int64? {
            let first: UInt8 = try reader.readBigEndian()
            let length = first.leadingZeroBitCount
            guard length < 8 else { return nil }
            var size = UInt64(first) & (0x7F >> UInt64(length))
            for _ in 0..<length { size = size << 8 | UInt64(try reader.readBigEndian() as UInt8) }
            let unknown = (UInt64(1) << (7 * UInt64(length + 1))) - 1
            return size == unknown ? nil : Int64(clamping: size)
        }
    }

    extension ByteSource {
        /// Whether the file ends with a whole Ogg page that is the last of its bitstream. True where
        /// the end is no page at all.
        fileprivate func endsAfterLastOggPage() throws(FormatError) -> Bool {
            let start = max(byteCount - OggPageHeader.pageByteCountMax, 0)
            let bytes = try bytes(Int(byteCount - start), at: start)
            guard bytes.count >= OggPageHeader.fixedByteCount else { return true }
            var reader = ByteReader(self)
            let pattern = OggPageHeader.capturePattern
            for offset in stride(from: bytes.count - pattern.count, through: 0, by: -1)
            where bytes[offset] == pattern[0] && bytes[offset...].starts(with: pattern) {
                guard let page = try OggPageHeader(at: start + Int64(offset), in: &reader),
                    page.end <= byteCount
                else { return false }
                return page.flags.contains(.end)
            }
            return true
        }
    }
#endif
