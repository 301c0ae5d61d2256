public import AudioCodecs
public import AudioModel

/// A track of an MPEG-4 or QuickTime file, of any medium.
public struct StoredTrack: Hashable, Sendable {
    /// A part of the movie that the track fills.
    public struct Edit: Hashable, Sendable {
        /// The length, in units of the movie.
        public var duration: Int64
        /// The start in the track, in its own units; `nil` for an empty part.
        public var start: Int64?
    }

    /// The number of the track, which is not zero.
    public var id: UInt32 = 0
    /// The medium: `soun`, `vide`, `text`, `sbtl`, `meta`, `tmcd`.
    public var handler: FourCC = "\0\0\0\0"
    public var isEnabled = true
    /// Units a second of the duration and of samples.
    public var timescale: UInt32 = 0
    /// The length, in units.
    public var duration: Int64 = 0
    /// Units a second of the movie's times.
    public var movieTimescale: UInt32 = 0
    public var edits: [Edit] = []
    /// The language, by its code of three letters; `nil` where the track has none.
    public var language: String?
    /// The language, as BCP 47 writes it; `nil` where the track has none.
    public var extendedLanguage: String?
    /// The code of the first sample description.
    public var coding: FourCC?
    /// Width and height of pictures, in pixels.
    public var width = 0
    public var height = 0
    /// The number of samples, and their bytes; of a file in fragments those of the movie box.
    public var sampleCount: Int64 = 0
    public var byteCount: Int64 = 0
    /// The track's index among the sound tracks that are read; `nil` for other tracks.
    public var soundIndex: Int?

    /// The name of the language, as BCP 47 writes it or by three letters.
    public var languageTag: String? { extendedLanguage ?? language }

    /// The seconds of the movie up to the track's end, at most `secondsMax`.
    public var seconds: Double {
        let edited = edits.reduce(0.0) { $0 + Double($1.duration) }
        let seconds =
            edits.isEmpty || movieTimescale == 0
            ? Double(duration) / Double(max(timescale, 1)) : edited / Double(movieTimescale)
        return min(max(seconds, 0), Self.secondsMax)
    }

    /// Limit on the length of a track: 30 years.
    private static let secondsMax = 1e9

    /// Lists the tracks of a movie of MPEG-4's family that has pictures and no sound, which no reader
    /// of sound opens; none of any other file.
    ///
    /// - Parameter path: A file, which is read again.
    public static func list(ofSilentMovie path: String) -> [StoredTrack] {
        guard let source = try? FileBytes(path: path) else { return [] }
        var reader = ByteReader(source)
        guard let kind = (try? ContainerKind.locate(&reader))?.kind, kind.isMovie,
            let tracks = try? MP4TrackList(source).tracks
        else { return [] }
        let isSilent =
            tracks.contains { $0.handler == "vide" } && !tracks.contains { $0.handler == "soun" }
        return isSilent ? tracks : []
    }
}

extension ContainerKind {
    /// Whether it is of MPEG-4's family.
    fileprivate var isMovie: Bool {
        switch self {
        case .m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime: true
        default: false
        }
    }
}

extension AudioFileReader {
    /// Lists the tracks of an MPEG-4 or QuickTime file; none of another one.
    ///
    /// - Throws: An error of the source.
    public func storedTracks() throws(FormatError) -> [StoredTrack] {
        guard containerKind.isMovie else { return [] }
        let tracks = try FormatError.unlessDefective { () throws(FormatError) in
            try MP4TrackList(source).tracks
        }
        return tracks ?? []
    }
}

extension AudioFileReader {
    /// Opens another sound track of the file.
    ///
    /// - Parameter index: As in `StoredTrack.soundIndex`.
    /// - Throws: The first defect found.
    public func reader(ofSoundTrack index: Int) throws(FormatError) -> AudioFileReader {
        try AudioFileReader(source, soundTrack: index)
    }
}

/// Lists the tracks of a movie box.
///
/// Source: ISO/IEC 14496-12, 8.3 to 8.7.
private struct MP4TrackList {
    private(set) var tracks: [StoredTrack] = []
    private var reader: ByteReader
    private var boxCount = 0
    private var soundCount = 0
    private var movieTimescale: UInt32 = 0

    private static let tracksMax = 64
    /// Limit on the sizes of samples that are added up.
    private static let sizesMax: Int64 = 1 << 22

    init(_ source: any ByteSource) throws(FormatError) {
        reader = ByteReader(source)
        var parser = MP4BoxParser(0..<source.byteCount)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            if box.id == "moof" { return }
            guard box.id == "moov" else { continue }
            var inner = MP4BoxParser(in: box)
            while let part = try inner.next(in: &reader, count: &boxCount) {
                switch part.id {
                case "mvhd":
                    reader.enter("movie header", at: part.start, end: part.end)
                    movieTimescale = try MP4Track.readTimes(&reader).timescale
                case "trak" where tracks.count < Self.tracksMax: try readTrack(part)
                default: break
                }
            }
            return
        }
    }

    private mutating func readTrack(_ box: MP4Box) throws(FormatError) {
        var track = StoredTrack()
        track.movieTimescale = movieTimescale
        do throws(FormatError) {
            try readBoxes(in: box, into: &track, depth: 0)
        } catch {
            // A damaged track does not make the others unreadable.
            if error.isReadError { throw error }
            return
        }
        guard track.id != 0 else { return }
        if track.handler == "soun", track.coding != nil {
            track.soundIndex = soundCount
            soundCount += 1
        }
        tracks.append(track)
    }

    private mutating func readBoxes(
        in parent: MP4Box, into track: inout StoredTrack, depth: Int
    ) throws(FormatError) {
        let depthMax = 4
        var parser = MP4BoxParser(in: parent)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            reader.enter("track", at: box.start, end: box.end)
            switch box.id {
            case "mdia", "minf", "stbl", "edts":
                guard depth < depthMax else { continue }
                try readBoxes(in: box, into: &track, depth: depth + 1)
            case "tkhd":
                let flags: UInt32 = try reader.readBigEndian()
                track.isEnabled = flags & 1 == 1
                track.id = try MP4Track.readID(box, in: &reader)
            case "mdhd":
                (track.timescale, track.duration) = try MP4Track.readTimes(&reader)
                if reader.bytesLeft >= 2 {
                    track.language = MP4Track.language(try reader.readBigEndian())
                }
            case "elng":
                try reader.skip(4)
                let count = min(reader.bytesLeft, 64)
                let name = text(of: try reader.readBytes(Int(count)))
                track.extendedLanguage = name.isEmpty ? nil : name
            case "hdlr":
                try reader.skip(8)
                // QuickTime has a second handler, for the data reference.
                let handler = try reader.readFourCC()
                if track.handler.rawValue == 0 { track.handler = handler }
            case "elst": try readEdits(into: &track)
            case "stsd": try readDescription(box, into: &track)
            case "stsz", "stz2": try readSizes(box, into: &track)
            default: break
            }
        }
    }

    private mutating func readEdits(into track: inout StoredTrack) throws(FormatError) {
        let version: UInt8 = try reader.readBigEndian()
        try reader.skip(3)
        let stated: UInt32 = try reader.readBigEndian()
        let entryByteCount: Int64 = version == 1 ? 20 : 12
        let editsMax: Int64 = 256
        for _ in 0..<min(Int64(stated), reader.bytesLeft / entryByteCount, editsMax) {
            let duration: Int64 =
                version == 1
                ? try reader.readBigEndian() : Int64(try reader.readBigEndian() as UInt32)
            let start: Int64 =
                version == 1
                ? try reader.readBigEndian() : Int64(try reader.readBigEndian() as Int32)
            try reader.skip(4)  // Media rate.
            guard duration >= 0 else { continue }
            track.edits.append(.init(duration: duration, start: start >= 0 ? start : nil))
        }
    }

    private mutating func readDescription(
        _ box: MP4Box, into track: inout StoredTrack
    ) throws(FormatError) {
        guard reader.bytesLeft >= 16 else { return }
        try reader.skip(12)
        track.coding = try reader.readFourCC()
        // The size of pictures follows 24 bytes.
        guard track.handler == "vide", reader.bytesLeft >= 28 else { return }
        try reader.skip(24)
        track.width = Int(try reader.readBigEndian() as UInt16)
        track.height = Int(try reader.readBigEndian() as UInt16)
    }

    private mutating func readSizes(
        _ box: MP4Box, into track: inout StoredTrack
    ) throws(FormatError) {
        try reader.skip(4)
        let field: UInt32 = try reader.readBigEndian()
        let count = Int64(try reader.readBigEndian() as UInt32)
        let bits = box.id == "stsz" ? 32 : Int64(field & 0xFF)
        if box.id == "stsz", field > 0 {
            track.sampleCount = count
            track.byteCount = min(
                count.multipliedClamping(by: Int64(field)), reader.source.byteCount)
            return
        }
        guard [4, 8, 16, 32].contains(bits) else { return }
        track.sampleCount = min(count, reader.bytesLeft.multipliedClamping(by: 8) / bits)
        var left = min(track.sampleCount, Self.sizesMax)
        while left > 0 {
            switch bits {
            case 4:
                let pair: UInt8 = try reader.readBigEndian()
                track.byteCount += Int64(pair >> 4) + (left > 1 ? Int64(pair & 15) : 0)
                left -= min(left, 2)
                continue
            case 8: track.byteCount += Int64(try reader.readBigEndian() as UInt8)
            case 16: track.byteCount += Int64(try reader.readBigEndian() as UInt16)
            default: track.byteCount += Int64(try reader.readBigEndian() as UInt32)
            }
            left -= 1
        }
    }
}
