/// Reads bytes as everything that streams are made of: playlists, metadata of radio, segments.
///
/// - Returns: Whether the limits of `PlaylistLimits` hold, and pieces of any size give the same.
public func readsStreamedInput(_ bytes: [UInt8]) -> Bool {
    let url = "http://a.example/dir/list?q=1"
    for kind in [MediaPlaylistKind.m3u, .pls] {
        let list = try? PlainPlaylist(parsing: bytes, kind: kind)
        for entry in list?.entries.prefix(50) ?? [] {
            guard isBounded(MediaAddress.resolve(entry.location, against: url)) else {
                return false
            }
        }
    }
    _ = MediaPlaylistKind(head: bytes, mimeType: "audio/mpegurl", url: url)
    guard readsStream(bytes, at: url), splits(bytes) else { return false }
    let tag = TimedID3(parsing: bytes[...])
    _ = tag.frames.map(\.text)
    let stream = TransportStream(parsing: bytes)
    guard stream.sound.count <= bytes.count else { return false }
    if let track = FragmentTimes.Track(initialisation: bytes) {
        _ = FragmentTimes(segment: bytes, of: track)
    }
    return true
}

private func isBounded(_ address: String?) -> Bool {
    (address?.utf8.count ?? 0) <= PlaylistLimits.addressBytesMax
}

/// Reads a playlist of HTTP Live Streaming, and chooses among its variants.
private func readsStream(_ bytes: [UInt8], at url: String) -> Bool {
    switch try? HLSPlaylist(parsing: bytes, at: url) {
    case nil: return true
    case .master(let master):
        guard let choices = HLSAudioChoices(master, languages: ["de"]) else { return true }
        var selection = HLSVariantSelection(choices)
        for byte in bytes.prefix(50) {
            selection.segmentArrived(byteCount: Int64(byte) << 12, seconds: 0.5)
            guard choices.choices.indices.contains(selection.current) else { return false }
        }
        return true
    case .media(let media):
        return media.segments.allSatisfy { segment in
            PlaylistLimits.segmentSeconds.contains(segment.duration)
                && segment.map.map { media.maps.indices.contains($0) } ?? true
                && segment.key.map { media.keys.indices.contains($0) } ?? true
        }
            && media.segments.prefix(50).allSatisfy { isBounded(media.address(of: $0.uri)) }
    }
}

/// Splits a stream of radio at once and in pieces.
private func splits(_ bytes: [UInt8]) -> Bool {
    let interval = Int(bytes.first ?? 0) + 1
    let pieces = [bytes.count, 1, 7].map { size in
        var splitter = ICYSplitter(interval: interval)
        var sound: [UInt8] = []
        var metadata: [ICYMetadata] = []
        for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
            for part in splitter.split(Array(bytes[start..<min(start + size, bytes.count)])) {
                switch part {
                case .sound(let bytes): sound += bytes
                case .metadata(let found): metadata.append(found)
                }
            }
        }
        return (sound, metadata)
    }
    return pieces.allSatisfy { $0.0 == pieces[0].0 && $0.1 == pieces[0].1 }
}
