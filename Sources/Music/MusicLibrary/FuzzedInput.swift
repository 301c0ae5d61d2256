internal import AudioFormats
internal import Pictures

/// Whether a playlist keeps its entries when it is written and read again; bytes that are no playlist
/// are fine. For fuzzing: the first byte chooses the format.
public func keepsPlaylistFile(_ bytes: [UInt8]) -> Bool {
    let formats = PlaylistFile.Format.allCases
    guard let choice = bytes.first else { return true }
    let format = formats[Int(choice) % formats.count]
    guard let list = try? PlaylistFile(Array(bytes.dropFirst()), format: format) else {
        return true
    }
    for entry in list.entries {
        let paths = PlaylistLocation.paths(entry.location, in: "/music/lists")
        guard paths.allSatisfy({ $0.hasPrefix("/") && !$0.hasSuffix("/..") }) else { return false }
    }
    for target in formats {
        guard let again = try? PlaylistFile(list.bytes(as: target), format: target),
            again.entries.count <= list.entries.count
        else { return false }
    }
    guard let again = try? PlaylistFile(list.bytes(as: format), format: format) else {
        return false
    }
    return again.entries.count == list.entries.count
}

/// Whether the tags and the picture of a file that may hold anything are within their limits. For
/// fuzzing.
public func keepsTagLimits(_ bytes: [UInt8]) -> Bool {
    _ = PictureHeader(bytes)
    let source = MemoryBytes(bytes)
    guard let file = try? AudioFileReader(source), let pairs = try? file.tags() else {
        return true
    }
    let tags = SongTags(pairs, fileName: "03 - fuzz.mp3")
    if let range = try? file.artworkRange() {
        guard range.lowerBound >= 0, range.upperBound <= Int64(bytes.count) else { return false }
        _ = PictureHeader(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
    } else if let picture = try? file.artwork() {
        _ = PictureHeader(Array(picture))
    }
    _ = try? ContentHash.sound(of: file)
    let numbers = [
        tags.trackNumber, tags.trackCount, tags.discNumber, tags.discCount, tags.year,
        tags.beatsPerMinute,
    ]
    return !tags.title.isEmpty && tags.title.utf8.count <= 1024
        && numbers.allSatisfy { $0.map { (1...9999).contains($0) } ?? true }
        && (tags.rating.map { (0...5).contains($0) } ?? true)
        && (tags.releaseDate.map(\.isFinite) ?? true)
}
