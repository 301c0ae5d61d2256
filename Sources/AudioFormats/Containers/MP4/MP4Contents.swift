import AudioModel

// Descriptions of one sound track: with packets listed in sample tables, in movie fragments, or of
// a fixed size.

extension MP4Container {
    /// Describes a track with packets listed in sample tables.
    func listedContents(
        _ track: MP4Track, _ entry: MP4SampleEntry
    ) throws(FormatError) -> ContainerContents {
        func locator(_ format: StreamFormat) -> SparsePacketIndex<MP4PacketParser> {
            SparsePacketIndex(reader.source, start: tableWalk(track, format))
        }
        var sample = entry
        takeImplicitSBR(by: locator(sample.formats[0]), into: &sample)
        var format = sample.formats[0]
        var index = locator(format)
        let first = try index.place(of: 0)
        if format.id == .mpegLayer3, let first { try takeHeader(of: first, into: &format) }
        if format.framesPerPacket == 0 { try takeFramesPerPacket(of: track, for: &format) }
        // The index keeps what it has read of the tables.
        if format != sample.formats[0] { index = locator(format) }
        // The data starts at the first packet; data between packets is not described.
        let start = first?.offset ?? audio?.lowerBound ?? reader.source.byteCount
        let isShared = tracksInFileCount > 1 || audioBoxCount > 1
        let end =
            isShared
            ? audioEnd : audio.flatMap { $0.contains(start) ? $0.upperBound : nil } ?? start
        let decoded = track.packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
        let heard = heard(track, format).frames(decoded: decoded, duration: track.duration)
        var contents = ContainerContents(
            kind: kind, format: format, packetCount: track.packetCount,
            statedFrameCount: heard.count, primingFrames: heard.priming, dataOffset: start,
            dataByteCount: max(end - start, 0))
        if format.framesPerPacket == 0 {
            contents.frameCount = heard.count ?? 0
            contents.primingFrames = heard.priming
            contents.remainderFrames = 0
        }
        // Data before the first packet is not audio, as in fragments merged into one box.
        let isMixed = audio.map { $0.lowerBound < start } ?? false
        if isShared || isMixed {
            let each = track.packetByteCount
            contents.packetBytes =
                each > 0 ? .known(track.packetCount.multipliedClamping(by: each)) : .counted
        }
        if track.packetByteCount > 0 {
            contents.equalPacketByteCount = UInt32(clamping: track.packetByteCount)
        }
        contents.locator = index
        take(sample, into: &contents)
        return contents
    }

    /// Describes a track with packets in movie fragments, possibly after packets in sample tables.
    func fragmentedContents(
        _ track: MP4Track, _ entry: MP4SampleEntry
    ) throws(FormatError) -> ContainerContents {
        var sample = entry
        // Limits the search at opening time to the first fragments.
        var opening = fragmentWalk(track, sample.formats[0])
        opening.fragmentsMax = Self.openedFragmentsMax
        takeImplicitSBR(
            by: SparsePacketIndex(reader.source, start: opening), into: &sample)
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
        let heard = fragmentEditList(track, format)
        var contents = ContainerContents(
            kind: kind, format: format, packetCount: nil, frameCount: 0,
            primingFrames: heard.primingFrames, dataOffset: start,
            dataByteCount: reader.source.byteCount - start)
        contents.packetBytes = .counted
        contents.countsRemainder = true
        contents.estimatedFrameCount = fragmentedDuration.map { heard.frames(movieUnits: $0) }
        let walk = fragmentWalk(track, format)
        contents.locator = SparsePacketIndex(reader.source, start: walk)
        contents.fragments = walk
        take(sample, into: &contents)
        // The total is unknown when only the stream's header has arrived.
        if reader.source.isStillArriving { contents.hasPacketTable = false }
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
            let walk = MP4FragmentParser(
                fragmentPlan(track, format), listed: chunks, start: firstFragment ?? 0)
            audio = try MP4FixedSizeAudio(
                SparsePacketIndex(reader.source, start: walk), of: reader.source)
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
        let heard = heard(track, format).frames(decoded: decoded, duration: duration)
        var contents = ContainerContents(
            kind: kind, format: format, packetCount: packetCount,
            statedFrameCount: heard.count, primingFrames: heard.priming,
            dataOffset: audio.start, dataByteCount: audio.byteCount)
        contents.audio = audio
        contents.decoderConfiguration = sample.decoderConfiguration
        contents.hasPacketTable = format.framesPerPacket > 1
        return contents
    }

    /// Number of fragments examined when a file is opened.
    private static var openedFragmentsMax: Int64 { 64 }

    private func take(_ sample: MP4SampleEntry, into contents: inout ContainerContents) {
        contents.formatList = sample.formats.count > 1 ? sample.formats : []
        contents.magicCookie = sample.magicCookie
        contents.decoderConfiguration = sample.decoderConfiguration
        contents.hasPacketTable = true
    }

    private func takeImplicitSBR(
        by locator: any PacketLocator, into sample: inout MP4SampleEntry
    ) {
        guard sample.formats[0].id == .mpeg4AAC, let configuration = sample.decoderConfiguration
        else { return }
        let implied = ImplicitSBR(
            in: locator, of: reader.source, configuration: configuration)
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

    private func heard(_ track: MP4Track, _ format: StreamFormat) -> MP4EditList {
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

    private func tableWalk(_ track: MP4Track, _ format: StreamFormat) -> MP4PacketParser {
        MP4PacketParser(
            MP4SampleTables(track), framesPerPacket: format.framesPerPacket,
            sourceEnd: reader.source.byteCount)
    }

    private func fragmentPlan(_ track: MP4Track, _ format: StreamFormat) -> MP4FragmentConstants {
        MP4FragmentConstants(
            track, defaults: fragmentDefaults, format: format,
            heard: fragmentEditList(track, format), sourceEnd: reader.source.byteCount)
    }

    private func fragmentWalk(
        _ track: MP4Track, _ format: StreamFormat
    ) -> MP4FragmentParser<MP4PacketParser> {
        MP4FragmentParser(
            fragmentPlan(track, format), listed: tableWalk(track, format), start: firstFragment ?? 0
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
