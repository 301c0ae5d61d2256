import AudioCodecs
import AudioModel

// Descriptions of one sound track: with packets listed in sample tables, in movie fragments, or of
// a fixed size.

extension MP4Container {
    /// Describes a track with packets listed in sample tables.
    func listedContents(
        _ track: MP4Track, _ entry: MP4SampleEntry
    ) throws(FormatError) -> ContainerContents {
        func locator(_ format: StreamFormat) -> SparsePacketIndex<MP4PacketParser> {
            SparsePacketIndex(reader.source, start: tableParser(track, format))
        }
        var sample = entry
        try takeImplicitSBR(by: locator(sample.formats[0]), into: &sample)
        var format = sample.formats[0]
        var index = locator(format)
        let first = try index.place(of: 0)
        if format.id == .mpegLayer3, let first { try takeHeader(of: first, into: &format) }
        if format.framesPerPacket == 0 { try takeFramesPerPacket(of: track, for: &format) }
        // The index keeps what it has read of the tables.
        if format != sample.formats[0] { index = locator(format) }
        // The data starts at the first packet; data between packets is not described.
        let start = first?.offset ?? mediaData?.lowerBound ?? reader.source.byteCount
        let isShared = tracksInFileCount > 1 || mediaDataBoxCount > 1
        let end =
            isShared
            ? mediaDataEnd : mediaData.flatMap { $0.contains(start) ? $0.upperBound : nil } ?? start
        let decoded = track.packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
        let valid = movieEditList(track, format).frames(decoded: decoded, duration: track.duration)
        let timeline =
            format.framesPerPacket > 0
            ? FrameTimeline(
                packetCount: track.packetCount, format, valid: valid.count, priming: valid.priming)
            : FrameTimeline(priming: valid.priming, valid: valid.count ?? 0)
        var packets = PacketIndex(locator: index, count: track.packetCount)
        // Data before the first packet is not audio, as in fragments merged into one box.
        let isMixed = mediaData.map { $0.lowerBound < start } ?? false
        if isShared || isMixed {
            let each = track.packetByteCount
            packets.bytes =
                each > 0 ? .known(track.packetCount.multipliedClamping(by: each)) : .counted
        }
        if track.packetByteCount > 0 {
            packets.equalByteCount = UInt32(clamping: track.packetByteCount)
        }
        return contents(sample, format, data: start..<max(start, end), .indexed(packets), timeline)
    }

    /// Describes a track with packets in movie fragments, possibly after packets in sample tables.
    func fragmentedContents(
        _ track: MP4Track, _ entry: MP4SampleEntry
    ) throws(FormatError) -> ContainerContents {
        var sample = entry
        // Limits the search at opening time to the first fragments.
        var opening = fragmentParser(track, sample.formats[0])
        opening.fragmentsMax = Self.openedFragmentsMax
        try takeImplicitSBR(by: SparsePacketIndex(reader.source, start: opening), into: &sample)
        var format = sample.formats[0]
        if format.id == .flac, let cookie = sample.decoderConfiguration,
            let information = FLACStreamInfo(cookie)
        {
            format.framesPerPacket = information.format.framesPerPacket
        }
        var readers = ParserReaders(reader.source)
        let first = try opening.next(in: &readers)
        if format.id == .mpegLayer3, let first { try takeHeader(of: first, into: &format) }
        let start = first?.offset ?? min(opening.fragmentStart, reader.source.byteCount)
        let editList = fragmentEditList(track, format)
        let parser = fragmentParser(track, format)
        var contents = contents(
            sample, format, data: start..<max(start, reader.source.byteCount),
            .fragmented(parser, SparsePacketIndex(reader.source, start: parser)),
            FrameTimeline(
                priming: editList.primingFrames, certainty: .countedWithRemainder,
                estimate: fragmentedDuration.map { editList.frames(movieUnits: $0) }))
        // The total is unknown when only the stream's header has arrived.
        if reader.source.isStillArriving { contents.timeline.hasPacketTable = false }
        return contents
    }

    /// Describes a track of a coding with fixed-size packets.
    func uniformContents(
        _ track: MP4Track, _ sample: MP4SampleEntry
    ) throws(FormatError) -> ContainerContents {
        let format = sample.formats[0]
        // Older files count frames, newer ones packets.
        let samplesPerPacket = try isCountingFrames(track) ? format.framesPerPacket : 1
        let chunks = MP4ChunkParser(
            MP4SampleTables(track), bytesPerPacket: Int64(format.bytesPerPacket),
            samplesPerPacket: Int64(max(samplesPerPacket, 1)), sourceEnd: reader.source.byteCount)
        let audio: MP4FixedSizeAudio
        var duration = track.duration
        if isInFragments(track) {
            // Scans all fragments, so the packet count is always known.
            let parser = MP4FragmentParser(
                fragmentPlan(track, format), listed: chunks, start: fragmentScanStart ?? 0)
            audio = try MP4FixedSizeAudio(
                SparsePacketIndex(reader.source, start: parser), of: reader.source)
            let frames =
                Double(audio.byteCount / Int64(format.bytesPerPacket))
                * Double(format.framesPerPacket)
            duration = Int64(frames / format.sampleRate * Double(track.timescale))
        } else {
            let packets = MP4SampleTables(track).packetCount / Int64(max(samplesPerPacket, 1))
            audio = try MP4FixedSizeAudio(
                SparsePacketIndex(reader.source, start: chunks), of: reader.source,
                byteCount: packets.multipliedClamping(by: Int64(format.bytesPerPacket)))
        }
        let packetCount = audio.byteCount / Int64(format.bytesPerPacket)
        let decoded = packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
        let valid = movieEditList(track, format).frames(decoded: decoded, duration: duration)
        var timeline = FrameTimeline(
            packetCount: packetCount, format, valid: valid.count, priming: valid.priming)
        timeline.hasPacketTable = format.framesPerPacket > 1
        return ContainerContents(
            kind: kind, format: format, dataOffset: audio.start, dataByteCount: audio.byteCount,
            packets: .fixed(count: packetCount, data: audio), timeline: timeline,
            missingByteCount: audio.missingByteCount,
            codec: CodecParameters(configuration: sample.decoderConfiguration))
    }

    /// Number of fragments examined when a file is opened.
    private static var openedFragmentsMax: Int64 { 64 }

    private func contents(
        _ sample: MP4SampleEntry, _ format: StreamFormat, data: Range<Int64>,
        _ packets: PacketLayout, _ timeline: FrameTimeline
    ) -> ContainerContents {
        var timeline = timeline
        timeline.hasPacketTable = true
        return ContainerContents(
            kind: kind, format: format, dataOffset: data.lowerBound,
            dataByteCount: data.upperBound - data.lowerBound, packets: packets, timeline: timeline,
            codec: CodecParameters(
                formatList: sample.formats.count > 1 ? sample.formats : [],
                magicCookie: sample.magicCookie, configuration: sample.decoderConfiguration))
    }

    private func takeImplicitSBR(
        by locator: any PacketLocator, into sample: inout MP4SampleEntry
    ) throws(FormatError) {
        guard sample.formats[0].id == .mpeg4AAC, let configuration = sample.decoderConfiguration
        else { return }
        let implied = try ImplicitSBR(in: locator, of: reader.source, configuration: configuration)
        if let implied { sample.take(implied) }
    }

    /// Takes the format from an MPEG layer 3 packet, which is more reliable than the boxes: FFmpeg
    /// writes two channels for mono.
    private func takeHeader(
        of packet: PacketRange, into format: inout StreamFormat
    ) throws(FormatError) {
        let end = packet.offset + packet.byteCount
        var reader = reader
        guard let header = try MP3Header.read(at: packet.offset, end: end, in: &reader) else {
            return
        }
        format.channelCount = header.channelCount
        format.sampleRate = header.sampleRate
        format.framesPerPacket = UInt32(header.framesPerPacket)
    }

    /// Edit list of a track without fragments.
    private func movieEditList(_ track: MP4Track, _ format: StreamFormat) -> MP4EditList {
        MP4EditList(track, format, gapless: tags.gapless, movieTimescale: timescale)
    }

    /// Edit list for fragments. Lossy fragments without an edit list are not trimmed: a truncated
    /// end does not imply a trimmed beginning.
    private func fragmentEditList(_ track: MP4Track, _ format: StreamFormat) -> MP4EditList {
        let isExact = format.framesPerPacket == 0 || [.appleLossless, .flac].contains(format.id)
        return MP4EditList(
            track, format, gapless: tags.gapless, movieTimescale: timescale, isTimed: isExact,
            impliesDelay: false)
    }

    private func tableParser(_ track: MP4Track, _ format: StreamFormat) -> MP4PacketParser {
        MP4PacketParser(
            MP4SampleTables(track), framesPerPacket: format.framesPerPacket,
            sourceEnd: reader.source.byteCount)
    }

    private func fragmentPlan(_ track: MP4Track, _ format: StreamFormat) -> MP4FragmentConstants {
        MP4FragmentConstants(
            track, defaults: fragmentDefaults, format: format,
            editList: fragmentEditList(track, format), sourceEnd: reader.source.byteCount)
    }

    private func fragmentParser(
        _ track: MP4Track, _ format: StreamFormat
    ) -> MP4FragmentParser<MP4PacketParser> {
        MP4FragmentParser(
            fragmentPlan(track, format), listed: tableParser(track, format),
            start: fragmentScanStart ?? 0
        )
    }

    private func isCountingFrames(_ track: MP4Track) throws(FormatError) -> Bool {
        guard track.durations.count == 1 else { return false }
        var reader = reader
        reader.enter(
            "time-to-sample table", at: track.durations.offset + 4, end: track.durations.end)
        return try reader.readBigEndian() as UInt32 == 1
    }

    /// Takes the packet duration of a lossless coding from the time-to-sample table.
    private func takeFramesPerPacket(
        of track: MP4Track, for format: inout StreamFormat
    ) throws(FormatError) {
        // The last packet is often shorter; it counts as whole, with a remainder.
        guard (1...2).contains(track.durations.count), track.timescale == UInt32(format.sampleRate)
        else { return }
        var reader = reader
        reader.enter("time-to-sample table", at: track.durations.offset, end: track.durations.end)
        let first: UInt32 = try reader.readBigEndian()
        let frames: UInt32 = try reader.readBigEndian()
        guard track.durations.count == 1 || Int64(first) == track.packetCount - 1 else { return }
        format.framesPerPacket = frames
    }
}
