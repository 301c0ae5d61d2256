import AudioModel

/// Cuts a sound track of MPEG-4 and QuickTime files that are not in fragments.
///
/// Source: ISO/IEC 14496-12 and -14; Apple QuickTime File Format.
struct MP4Container {
    private var reader: ByteReader
    private let kind: ContainerKind
    private var boxCount = 0
    private var timescale: UInt32 = 0
    private var tracks: [MP4Track] = []
    /// Which of the sound tracks.
    private let trackIndex: Int
    private var tags = MP4Tags()
    private var isFragmented = false
    private var audio: Range<Int64>?

    private static let tracksMax = 64

    static func parse(
        _ source: any ByteSource, kind: ContainerKind, soundTrack: Int = 0
    ) throws(FormatError) -> ContainerContents {
        var container = MP4Container(
            reader: ByteReader(source), kind: kind, trackIndex: soundTrack)
        try container.readFile()
        return try container.contents()
    }

    private init(reader: ByteReader, kind: ContainerKind, trackIndex: Int) {
        self.reader = reader
        self.kind = kind
        self.trackIndex = trackIndex
    }

    private mutating func readFile() throws(FormatError) {
        var walk = MP4BoxWalk(0..<reader.source.byteCount)
        while let box = try walk.next(in: &reader, count: &boxCount) {
            switch box.id {
            case "moov" where tracks.isEmpty: try readMovie(box)
            case "mdat" where audio == nil: audio = box.start..<box.end
            case "moof": isFragmented = true
            default: break
            }
        }
    }

    private mutating func readMovie(_ movie: MP4Box) throws(FormatError) {
        var walk = MP4BoxWalk(in: movie)
        while let box = try walk.next(in: &reader, count: &boxCount) {
            switch box.id {
            case "mvhd":
                reader.enter("movie header", at: box.start, end: box.end)
                timescale = try MP4Track.readTimes(&reader).timescale
            case "trak" where tracks.isEmpty:
                try takeTrack(box)
            case "trak" where tracks.count < Self.tracksMax:
                // A further track that is damaged is no reason to refuse the first.
                do throws(FormatError) { try takeTrack(box) } catch  where trackIndex > 0 {
                    throw error
                } catch { continue }
            case "udta": try tags.read(box, in: &reader, count: &boxCount)
            default: break
            }
        }
    }

    private mutating func takeTrack(_ box: MP4Box) throws(FormatError) {
        let found = try MP4Track(box, in: &reader, count: &boxCount)
        if found.isSound, found.sample != nil { tracks.append(found) }
    }

    private func contents() throws(FormatError) -> ContainerContents {
        let track = tracks.indices.contains(trackIndex) ? tracks[trackIndex] : nil
        guard let track, let sample = track.sample else {
            throw FormatError(.missing("sound track"))
        }
        guard !isFragmented || track.packetCount > 0 else {
            throw FormatError(.unsupportedCoding("its audio in fragments"))
        }
        var format = sample.formats[0]
        if format.framesPerPacket == 0 { try takeFramesPerPacket(of: track, for: &format) }
        let walk = MP4PacketWalk(
            MP4Tables(track), framesPerPacket: format.framesPerPacket,
            sourceEnd: reader.source.byteCount)
        let index = SparsePacketIndex(reader.source, start: walk)
        // Where the first packet is; what else stands between packets is not told.
        let start = try index.place(of: 0)?.offset ?? audio?.lowerBound ?? reader.source.byteCount
        let end = max(audio.flatMap { $0.contains(start) ? $0.upperBound : nil } ?? start, start)
        let heard = frames(of: track, format)
        var contents = ContainerContents(
            kind: kind, format: format, packetCount: track.packetCount,
            statedFrameCount: heard.count, primingFrames: heard.priming, dataOffset: start,
            dataByteCount: end - start)
        if format.framesPerPacket == 0 {
            contents.frameCount = heard.count ?? 0
            contents.primingFrames = heard.priming
            contents.remainderFrames = 0
        }
        contents.locator = index
        contents.formatList = sample.formats.count > 1 ? sample.formats : []
        contents.magicCookie = sample.magicCookie
        contents.decoderConfiguration = sample.decoderConfiguration
        contents.hasPacketTable = true
        contents.tags = tags.tags
        contents.artwork = tags.artwork
        contents.soundTrackCount = tracks.count
        return contents
    }

    /// For codings whose packets are as long as the table of times says.
    private func takeFramesPerPacket(
        of track: MP4Track, for format: inout StreamFormat
    ) throws(FormatError) {
        // The last packet is often shorter; it counts as whole, with a remainder.
        guard (1...2).contains(track.durations.count), track.timescale == UInt32(format.sampleRate)
        else { return }
        var reader = reader
        reader.enter("table of times", at: track.durations.offset, end: track.durations.end)
        let first: UInt32 = try reader.readBigEndian()
        let frames: UInt32 = try reader.readBigEndian()
        guard track.durations.count == 1 || Int64(first) == track.packetCount - 1 else { return }
        format.framesPerPacket = frames
    }

    /// Frames to be heard and before them: as iTunes wrote it, or by the edit list, or all.
    private func frames(
        of track: MP4Track, _ format: StreamFormat
    ) -> (priming: Int64, count: Int64?) {
        let decoded = track.packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
        if let told = tags.gapless, told.validFrames <= decoded, told.primingFrames <= decoded,
            told.validFrames + told.primingFrames <= decoded
        {
            return (told.primingFrames, told.validFrames)
        }
        guard track.timescale > 0 else { return (0, nil) }
        let rate = format.sampleRate / Double(track.timescale)
        func frames(_ units: Int64, _ scale: Double) -> Int64 {
            Int64(min((Double(units) * scale).rounded(), Double(ContainerLimits.framesMax)))
        }
        let whole = frames(track.duration, rate)
        guard let edit = track.edit, timescale > 0 else {
            return (0, track.duration > 0 ? whole : nil)
        }
        let priming = frames(edit.start, rate)
        let told = frames(edit.duration, format.sampleRate / Double(timescale))
        // The movie's scale is often coarse: as much as it can tell, the end is the track's.
        let tick = frames(1, format.sampleRate / Double(timescale)) + 1
        let rest = max(whole - priming, 0)
        let isSame = told == 0 || (told - rest).magnitude <= tick.magnitude
        return (priming, isSame ? rest : told)
    }
}
