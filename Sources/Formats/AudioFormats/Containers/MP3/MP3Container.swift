import AudioCodecs
import AudioModel

/// Parses MPEG layer 3 streams into packets.
enum MP3Container {
    /// Parses a whole file.
    ///
    /// - Parameter statedEnd: End of the frames, for a stream that has not completely arrived.
    static func parse(
        _ source: any ByteSource, from start: Int64, end statedEnd: Int64? = nil
    ) throws(FormatError) -> ContainerContents {
        var reader = ByteReader(source)
        var end = source.byteCount
        if let statedEnd { end = statedEnd } else { end = try endOfFrames(source, in: &reader) }
        var contents = try parse(source, in: start..<max(end, start))
        if statedEnd == nil, !contents.timeline.hasPacketTable,
            let told = try gaplessText(in: source, until: start)
        {
            trim(&contents.timeline, told)
        }
        return contents
    }

    /// Sets priming and remainder from iTunes's gapless information, unless the frames have LAME's.
    static func trim(_ timeline: inout FrameTimeline, _ gapless: PacketTable) {
        guard !timeline.hasPacketTable else { return }
        trim(&timeline, delay: gapless.primingFrames, padding: gapless.remainderFrames)
    }

    /// Limit of an ID3 tag that is read as a whole: unsynchronised, or before a stream.
    static let tagBytesMax: Int64 = 1 << 20

    /// Reads iTunes's gapless information from the ID3 tag before the frames. Very long
    /// unsynchronised tags are not searched.
    static func gaplessText(
        in source: any ByteSource, until end: Int64
    ) throws(FormatError) -> PacketTable? {
        guard end > 0 else { return nil }
        let bytes = try FormatError.unlessDefective { () throws(FormatError) -> [UInt8]? in
            if let frames = try ID3FrameIndex(source, tagAt: 0, byteCount: end) {
                return frames.texts
            }
            return end <= tagBytesMax ? try source.bytes(Int(end), at: 0) : nil
        }
        return bytes.flatMap { ID3Tag($0)?.gapless }
    }

    /// Parses frames within a range of a file.
    static func parse(
        _ source: any ByteSource, in range: Range<Int64>
    ) throws(FormatError) -> ContainerContents {
        var reader = ByteReader(source)
        let (start, end) = (range.lowerBound, range.upperBound)
        var search = SyncWordScanner<MP3Header>(from: start, end: end, after: nil)
        guard let found = try search.find(in: &reader) else {
            throw FormatError(.missing("MPEG frame sync"))
        }
        let header = found.header
        var offset = found.offset
        let table = try XingHeader(in: &reader, at: offset, header)
        // The frame with the Xing or VBRI header is not a packet.
        if table != nil { offset = min(offset + header.frameByteCount, end) }

        var format = StreamFormat(
            named: .mpegLayer3, sampleRate: header.sampleRate, channelCount: header.channelCount)
        format.framesPerPacket = UInt32(header.framesPerPacket)
        let count = try table?.validatedPacketCount(
            before: offset, end: end, header: header, at: found.offset, in: &reader)
        var timeline = FrameTimeline(certainty: .counted)
        if let count { timeline = FrameTimeline(packetCount: count, format) }
        if let table, let delay = table.encoderDelayFrames {
            // The padding is missing from a truncated file, and is not at the end of a concatenated
            // one.
            let isWhole = count != nil || table.packetCount == nil
            trim(&timeline, delay: delay, padding: isWhole ? table.paddingFrames : 0)
        }
        let parser = SelfFramedPacketParser<MP3Header>(
            first: header, at: offset, end: end, countMax: count ?? .max,
            mark: try FirstFrameFingerprint(source, at: found.offset))
        return ContainerContents(
            kind: .mp3, format: format, dataOffset: offset, dataByteCount: end - offset,
            packets: .indexed(
                PacketIndex(
                    locator: SparsePacketIndex(source, start: parser), count: count,
                    stated: table.map { table in
                        PacketIndex.StatedPackets(
                            count: table.packetCount,
                            end: table.byteCount.map { found.offset + $0 },
                            remainderFrames: table.encoderDelayFrames == nil
                                ? 0 : remainder(padding: table.paddingFrames))
                    },
                    mayHaveConstantBitRate: table?.hasConstantBitRate ?? true)),
            timeline: timeline,
            missingByteCount: table?.missingByteCount(
                of: end - found.offset, header: header) ?? 0)
    }

    /// Sets priming and remainder.
    ///
    /// - Parameters:
    ///   - delay: Frames that the encoder inserted before the sound.
    ///   - padding: Frames that it appended.
    private static func trim(_ timeline: inout FrameTimeline, delay: Int64, padding: Int64) {
        timeline.trim(
            priming: delay + XingHeader.decoderDelayFrames,
            remainder: remainder(padding: padding))
    }

    /// The padding that remains after the decoder's delay, in frames.
    private static func remainder(padding: Int64) -> Int64 {
        max(padding - XingHeader.decoderDelayFrames, 0)
    }

    /// Where an APE or an ID3v1 tag begins, or else the end of the file.
    ///
    /// Source: Eric Kemp, "ID3 (version 1)".
    static func endOfFrames(
        _ source: any ByteSource, in reader: inout ByteReader
    ) throws(FormatError) -> Int64 {
        let tagByteCount: Int64 = 128
        var end = source.byteCount
        guard end > tagByteCount else { return end }
        reader.enter("tag", at: end - tagByteCount, end: end)
        let word: UInt32 = try reader.readBigEndian()
        if word >> 8 == 0x54_4147 { end -= tagByteCount }  // "TAG"
        let tag = try FormatError.unlessDefective { () throws(FormatError) in
            try APETag(before: end, in: &reader)
        }
        return tag?.start ?? end
    }
}
