internal import AudioCodecs
internal import AudioFormats
internal import AudioModel

/// What a scan reads of a file.
struct SongFile {
    var tags: SongTags
    /// Identifies the sound, whatever the file's name and tags.
    var hash: UInt64
    /// Seconds.
    var duration: Double
    var container: String
    var codec: String
    var sampleRate: Double
    var channelCount: Int
    /// Bits per second.
    var bitRate: Double?
    /// The hash of the picture; nil without one.
    var picture: UInt64?

    /// Reads a file's headers and tags, and stores its picture.
    ///
    /// - Parameter numbers: The numbers with which the names of the files of its folder begin.
    /// - Throws: The first defect of the file.
    init(
        path: String, name: String, among numbers: Set<Int>, pictures: inout PictureStore
    ) throws(FormatError) {
        let bytes = try FileBytes(path: path)
        let file = try AudioFileReader(bytes, hint: .hint(fromName: name))
        tags = SongTags(try file.tags(), fileName: name, among: numbers)
        hash = try ContentHash.sound(of: file)
        let seconds = try file.quickDuration()
        duration = seconds.isFinite && seconds > 0 ? min(seconds, 1e9) : 0
        container = file.containerKind.rawValue
        codec = file.format.codingName
        sampleRate = file.format.sampleRate
        channelCount = Int(file.format.channelCount)
        bitRate = duration > 0 ? Double(file.spannedByteCount) * 8 / duration : nil
        if let range = try file.artworkRange() {
            picture = pictures.store(range, of: bytes)
        } else if let picture = try? file.artwork() {
            self.picture = pictures.store(0..<Int64(picture.count), of: MemoryBytes(picture))
        }
    }

    /// File name extensions of sound, in lower case. Those of films are left out.
    static let extensions: Set<String> = {
        let films: Set<ContainerKind> = [.quickTime, .matroska, .threeGPP, .threeGPP2, .midi, .asf]
        let kinds = ContainerKind.allCases.filter { !films.contains($0) && $0.isCut }
        return Set(kinds.flatMap(\.extensions)).union(["mka", "aax", "m4r"])
    }()
}

/// The extension of a file name, in lower case; empty without one.
func nameExtension(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
        return ""
    }
    return name[name.utf8.index(after: dot)...].lowercased()
}
