import AudioCodecs
import AudioModel

/// Parses the boxes of MPEG-4 and QuickTime files and locates a sound track's packets.
///
/// Source: ISO/IEC 14496-12 and -14; Apple QuickTime File Format.
struct MP4Container {
    private(set) var reader: ByteReader
    let kind: ContainerKind
    private var boxCount = 0
    private(set) var timescale: UInt32 = 0
    private(set) var tracks: [MP4Track] = []
    /// Text tracks, one of which can have the chapters' titles.
    private var chapterTracks: [MP4Track] = []
    /// Zero-based index of the selected sound track among the sound tracks.
    private let trackIndex: Int
    private(set) var tags = MP4Tags()
    /// Number of tracks in the file, sound or not.
    private(set) var tracksInFileCount = 0
    private(set) var fragmentDefaults: [MP4FragmentDefaults] = []
    /// Duration of the file including its fragments, in the movie's timescale; nil when not stated.
    private(set) var fragmentedDuration: Int64?
    private var hasFragments = false
    private var hasMovie = false
    /// Offset at which the scan for movie fragments starts: that of the first `moof` box, or in a
    /// stream that has none yet, of the first `mdat` box.
    private(set) var fragmentScanStart: Int64?
    /// Content of the first `mdat` box.
    private(set) var mediaData: Range<Int64>?
    /// Offset of the header of the first `mdat` box.
    private var mediaDataOffset: Int64?
    /// End of the last `mdat` box that was read: in a fragmented file not the last one of the file.
    private(set) var mediaDataEnd: Int64 = 0
    /// Number of `mdat` boxes that were read.
    private(set) var mediaDataBoxCount = 0

    /// The top-level box that the file's end cuts off; nil when there is none.
    private var cutBox: MP4Box?

    private static let tracksMax = 64

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - reader: Stands at the start of the file.
    ///   - boxesEnd: Offset at which to stop reading top-level boxes; nil for the end of the file.
    static func parse(
        _ reader: ByteReader, kind: ContainerKind, soundTrack: Int = 0, boxesEnd: Int64? = nil
    ) throws(FormatError) -> ContainerContents {
        var container = MP4Container(reader: reader, kind: kind, trackIndex: soundTrack)
        try container.readFile(until: boxesEnd ?? reader.source.byteCount)
        // In a stream, the fragments after the first packets have not arrived yet.
        if boxesEnd != nil, container.hasFragments, container.fragmentScanStart == nil {
            container.fragmentScanStart = container.mediaDataOffset
        }
        return try container.contents()
    }

    private init(reader: ByteReader, kind: ContainerKind, trackIndex: Int) {
        self.reader = reader
        self.kind = kind
        self.trackIndex = trackIndex
    }

    private mutating func readFile(until end: Int64) throws(FormatError) {
        var parser = MP4BoxParser(0..<end)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            if box.isCut { cutBox = box }
            switch box.id {
            case "moov" where tracks.isEmpty:
                try readMovie(box)
                hasMovie = true
            case "mdat" where box.end > box.start:
                mediaData = mediaData ?? box.start..<box.end
                mediaDataOffset = mediaDataOffset ?? box.head
                mediaDataEnd = box.end
                mediaDataBoxCount += 1
            case "moof": fragmentScanStart = fragmentScanStart ?? box.head
            default: break
            }
            // Further fragments are found by the packet scan.
            if hasMovie, fragmentScanStart != nil { return }
        }
    }

    private mutating func readMovie(_ movie: MP4Box) throws(FormatError) {
        var parser = MP4BoxParser(in: movie)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            switch box.id {
            case "mvhd":
                reader.enter("movie header", at: box.start, end: box.end)
                timescale = try MP4Track.readTimes(&reader).timescale
            case "trak" where tracks.isEmpty:
                tracksInFileCount += 1
                try takeTrack(box)
            case "trak" where tracks.count < Self.tracksMax:
                tracksInFileCount += 1
                // A damaged further track does not make the first unreadable.
                do throws(FormatError) { try takeTrack(box) } catch  where trackIndex > 0 {
                    throw error
                } catch { continue }
            case "mvex":
                hasFragments = true
                try readFragmentDefaults(box)
            case "udta": try tags.readUserData(box, in: &reader, count: &boxCount)
            case "meta": try tags.read(box, in: &reader, count: &boxCount)
            default: break
            }
        }
    }

    /// Source: ISO/IEC 14496-12, 8.8.1 to 8.8.3.
    private mutating func readFragmentDefaults(_ parent: MP4Box) throws(FormatError) {
        var parser = MP4BoxParser(in: parent)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            reader.enter("fragment defaults", at: box.start, end: box.end)
            switch box.id {
            case "trex": fragmentDefaults.append(try MP4FragmentDefaults(&reader))
            case "mehd":
                let version: UInt8 = try reader.readBigEndian()
                try reader.skip(3)
                let duration: Int64 =
                    version == 1
                    ? try reader.readBigEndian() : Int64(try reader.readBigEndian() as UInt32)
                fragmentedDuration = duration > 0 ? duration : nil
            default: break
            }
        }
    }

    private mutating func takeTrack(_ box: MP4Box) throws(FormatError) {
        let found = try MP4Track(box, in: &reader, count: &boxCount)
        if found.isSound, found.sample != nil {
            tracks.append(found)
        } else if found.isText, chapterTracks.count < Self.tracksMax {
            chapterTracks.append(found)
        }
    }

    /// The selected track.
    private var track: MP4Track? {
        tracks.indices.contains(trackIndex) ? tracks[trackIndex] : nil
    }

    /// Whether a track's packets are in movie fragments.
    func isInFragments(_ track: MP4Track) -> Bool {
        fragmentScanStart != nil && (hasFragments || track.packetCount == 0)
    }

    func contents() throws(FormatError) -> ContainerContents {
        guard let track, let sample = track.sample else {
            // The movie box behind the media data is missing with its end.
            if let cutBox, tracks.isEmpty {
                throw FormatError(
                    .endsEarly(cutBox.id == "mdat" ? "media data" : "\(cutBox.id) box"),
                    offset: reader.source.byteCount)
            }
            throw FormatError(.missing("sound track"))
        }
        var contents: ContainerContents
        switch (isInFragments(track), sample.isUniform) {
        case (false, false): contents = try listedContents(track, sample)
        case (true, false): contents = try fragmentedContents(track, sample)
        case (_, true): contents = try uniformContents(track, sample)
        }
        // A movie box behind the media data can lack the end of a picture.
        contents.endsInsideDescription = cutBox?.id == "moov" && !reader.source.isStillArriving
        contents.metadata = FileMetadata(
            tags: tags.tags, soundTrackCount: tracks.count)
        contents.metadata.pictures = tags.pictures
        contents.metadata.chapters = tags.chapters
        contents.metadata.chapterTrack = chapterTracks.first {
            track.chapterTrackIDs.contains($0.id)
        }
        .map { MP4ChapterTrack(tables: MP4SampleTables($0), timescale: $0.timescale) }
        contents.metadata.others = tags.others
        contents.metadata.mp4Items = tags.otherItems
        contents.metadata.hasOtherTracks =
            tracksInFileCount > 1 + (contents.metadata.chapterTrack == nil ? 0 : 1)
        return contents
    }
}
