/// Reads the lines of a playlist of HTTP Live Streaming.
struct HLSPlaylistParser {
    private let imported: [String: String]
    var media: HLSMediaPlaylist
    var master: HLSMasterPlaylist
    private var variables: [String: String] = [:]
    private var substitutedBytes = 0
    private var hasBegun = false
    private var isMaster = false
    private var isMedia = false

    // What the next segment or variant has.
    var nextDuration: Double?
    var nextRange: (count: Int64, start: Int64?)?
    var nextDate: Double?
    var isNextGap = false
    private var nextVariant: HLSVariant?

    // What the segments from here on have.
    var discontinuity: Int64 = 0
    private var map: Int?
    private var keys: [(format: String, index: Int)] = []
    private var expectedDate: Double?
    private var rangeEnds: (uri: String, end: Int64)?

    init(url: String, imported: [String: String]) {
        self.imported = imported
        media = HLSMediaPlaylist(url: url)
        master = HLSMasterPlaylist(url: url)
    }

    mutating func take(_ line: ArraySlice<UInt8>) throws(MediaPlaylistError) {
        guard hasBegun else {
            guard line.starts(with: "#EXTM3U".utf8) else { throw .notAPlaylist }
            hasBegun = true
            return
        }
        guard line.first != UInt8(ascii: "#") else {
            guard line.starts(with: "#EXT".utf8) else { return }
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            let name = MediaText.decoded(line[..<colon].dropFirst(4))
            let value = try text(MediaText.trimmed(line[colon...].dropFirst()))
            try takeTag(name, value)
            return
        }
        let uri = try text(line)
        if var variant = nextVariant {
            nextVariant = nil
            variant.uri = uri
            guard master.variants.count < PlaylistLimits.variantsMax else { throw .tooLarge }
            master.variants.append(variant)
        } else if nextDuration != nil {
            try addSegment(uri)
        }
    }

    func finish() throws(MediaPlaylistError) -> HLSPlaylist {
        guard hasBegun, isMaster != isMedia else { throw .notAPlaylist }
        guard isMaster else {
            guard media.targetDuration > 0 else { throw .badTag("EXT-X-TARGETDURATION") }
            return .media(media)
        }
        guard !master.variants.isEmpty else { throw .badTag("EXT-X-STREAM-INF") }
        var master = master
        master.variables = variables
        return .master(master)
    }

    // MARK: Tags

    private mutating func takeTag(
        _ name: String, _ value: String
    ) throws(MediaPlaylistError) {
        switch name {
        case "INF":
            isMedia = true
            let number = value.utf8.prefix { $0 != UInt8(ascii: ",") && $0 != 0x20 }
            let seconds = PlaylistNumber.seconds(Array(number)[...]) ?? 0
            nextDuration = min(seconds, PlaylistLimits.segmentSeconds.upperBound)
        case "-X-STREAM-INF":
            isMaster = true
            takeVariant(HLSAttributes(value))
        case "-X-MEDIA":
            isMaster = true
            try takeRendition(HLSAttributes(value))
        case "-X-DEFINE": try takeVariable(HLSAttributes(value))
        case "-X-START":
            let offset = HLSAttributes(value).decimal("TIME-OFFSET")
            media.startOffset = offset
            master.startOffset = offset
        default: try takeMediaTag(name, value)
        }
    }

    private mutating func takeMediaTag(
        _ name: String, _ value: String
    ) throws(MediaPlaylistError) {
        switch name {
        case "-X-TARGETDURATION":
            isMedia = true
            guard let seconds = PlaylistNumber.seconds(Array(value.utf8)[...]),
                PlaylistLimits.segmentSeconds.contains(seconds)
            else { throw .badTag("EXT-X-TARGETDURATION") }
            // Segments of less than half a second round to none.
            media.targetDuration = max(seconds, 1)
        case "-X-MEDIA-SEQUENCE":
            media.mediaSequence = try number(value, name)
        case "-X-DISCONTINUITY-SEQUENCE":
            guard media.segments.isEmpty else { return }
            media.discontinuitySequence = try number(value, name)
            discontinuity = media.discontinuitySequence
        case "-X-DISCONTINUITY":
            discontinuity += 1
            expectedDate = nil
        case "-X-PLAYLIST-TYPE": media.kind = HLSMediaPlaylist.Kind(rawValue: value)
        case "-X-ENDLIST": media.hasEnded = true
        case "-X-BYTERANGE": nextRange = Self.range(value)
        case "-X-PROGRAM-DATE-TIME": nextDate = HLSDate.seconds(value)
        case "-X-GAP": isNextGap = true
        case "-X-KEY": try takeKey(HLSAttributes(value))
        case "-X-MAP": try takeMap(HLSAttributes(value))
        case "-X-DATERANGE": try takeDateRange(HLSAttributes(value))
        default: return
        }
    }

    /// The largest number of a segment or of a discontinuity; sums of two of them fit.
    private static let sequenceMax = Int64(1) << 60

    private func number(_ value: String, _ name: String) throws(MediaPlaylistError) -> Int64 {
        guard let number = PlaylistNumber.integer(Array(value.utf8)[...]),
            number <= Self.sequenceMax
        else { throw .badTag("EXT" + name) }
        return number
    }

    private mutating func takeVariant(_ attributes: HLSAttributes) {
        let codecs = attributes["CODECS"]?.split(separator: ",").prefix(16) ?? []
        var variant = HLSVariant(uri: "", bandwidth: attributes.decimal("BANDWIDTH") ?? 0)
        variant.bandwidth = max(variant.bandwidth, 0)
        variant.codecs = codecs.map { $0.filter { $0 != " " } }
        variant.hasResolution = attributes["RESOLUTION"] != nil
        variant.audioGroup = attributes["AUDIO"]
        nextVariant = variant
    }

    private mutating func takeRendition(
        _ attributes: HLSAttributes
    ) throws(MediaPlaylistError) {
        guard attributes["TYPE"] == "AUDIO", let group = attributes["GROUP-ID"] else { return }
        guard master.renditions.count < PlaylistLimits.variantsMax else { throw .tooLarge }
        master.renditions.append(
            HLSRendition(
                group: group, name: attributes["NAME"] ?? "", language: attributes["LANGUAGE"],
                isDefault: attributes.isYes("DEFAULT"),
                isAutoselected: attributes.isYes("AUTOSELECT") || attributes.isYes("DEFAULT"),
                uri: attributes["URI"]))
    }

    private mutating func takeKey(_ attributes: HLSAttributes) throws(MediaPlaylistError) {
        let method = attributes["METHOD"] ?? ""
        guard method != "NONE" else {
            keys = []
            return
        }
        let format = attributes["KEYFORMAT"] ?? "identity"
        let isPlain = method == "AES-128" && format == "identity"
        var vector: [UInt8]?
        if let text = attributes["IV"] {
            let vectorBytes = 16
            guard let bytes = PlaylistNumber.bytes(text, countMax: vectorBytes) else {
                throw .badTag("EXT-X-KEY")
            }
            vector = [UInt8](repeating: 0, count: vectorBytes - bytes.count) + bytes
        }
        let key = HLSKey(
            method: isPlain ? .aes128 : .other(isPlain ? "" : method + " of " + format),
            uri: attributes["URI"] ?? "", vector: vector)
        let formatsMax = 16
        guard media.keys.count < PlaylistLimits.detailsMax else { throw .tooLarge }
        keys.removeAll { $0.format == format }
        guard keys.count < formatsMax else { throw .tooLarge }
        keys.append((format, media.keys.count))
        media.keys.append(key)
    }

    /// The encryption in force: a plain one, or else any.
    private var key: Int? {
        keys.first { media.keys[$0.index].method == .aes128 }?.index ?? keys.first?.index
    }

    private mutating func takeMap(_ attributes: HLSAttributes) throws(MediaPlaylistError) {
        guard let uri = attributes["URI"], !uri.isEmpty else { throw .badTag("EXT-X-MAP") }
        var bytes: Range<Int64>?
        if let text = attributes["BYTERANGE"] {
            guard let (count, start) = Self.range(text) else { throw .badTag("EXT-X-MAP") }
            bytes = (start ?? 0)..<((start ?? 0) + count)
        }
        let section = HLSMap(uri: uri, bytes: bytes, key: key)
        if let map, media.maps[map] == section { return }
        guard media.maps.count < PlaylistLimits.detailsMax else { throw .tooLarge }
        map = media.maps.count
        media.maps.append(section)
    }

    private mutating func takeDateRange(
        _ attributes: HLSAttributes
    ) throws(MediaPlaylistError) {
        guard let id = attributes["ID"],
            let start = attributes["START-DATE"].flatMap({ HLSDate.seconds($0) })
        else { return }
        guard media.dateRanges.count < PlaylistLimits.detailsMax else { throw .tooLarge }
        var duration = attributes.decimal("DURATION")
        if duration == nil, let end = attributes["END-DATE"].flatMap({ HLSDate.seconds($0) }) {
            duration = end - start
        }
        media.dateRanges.append(
            HLSDateRange(
                id: id, start: start, duration: duration.flatMap { $0 >= 0 ? $0 : nil },
                attributes: attributes.pairs.map { .init(name: $0.name, value: $0.value) }))
    }

    // MARK: Segments

    private mutating func addSegment(_ uri: String) throws(MediaPlaylistError) {
        guard media.segments.count < PlaylistLimits.entriesMax else { throw .tooLarge }
        let duration = nextDuration ?? 0
        var bytes: Range<Int64>?
        if let (count, start) = nextRange {
            let previousEnd = rangeEnds?.uri == uri ? rangeEnds?.end : nil
            let first = start ?? previousEnd ?? 0
            bytes = first..<(first + count)
            guard first + count <= Self.bytesMax else { throw .badTag("EXT-X-BYTERANGE") }
        }
        rangeEnds = bytes.map { (uri, $0.upperBound) }
        let date = nextDate ?? expectedDate
        expectedDate = date.map { $0 + duration }
        media.segments.append(
            HLSSegment(
                uri: uri, duration: duration, bytes: bytes, discontinuity: discontinuity,
                map: map, key: key, date: date, isGap: isNextGap))
        (nextDuration, nextRange, nextDate, isNextGap) = (nil, nil, nil, false)
    }

    /// The last byte of a resource; sums of two of them fit.
    private static let bytesMax = Int64(1) << 50

    /// Reads `length` or `length@start`.
    private static func range(_ text: String) -> (count: Int64, start: Int64?)? {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first,
            let count = PlaylistNumber.integer(Array(first.utf8)[...]),
            (1...bytesMax).contains(count)
        else { return nil }
        guard parts.count == 2 else { return (count, nil) }
        guard let start = PlaylistNumber.integer(Array(parts[1].utf8)[...]), start <= bytesMax
        else { return nil }
        return (count, start)
    }

    // MARK: Variables

    private mutating func takeVariable(
        _ attributes: HLSAttributes
    ) throws(MediaPlaylistError) {
        guard variables.count < PlaylistLimits.detailsMax else { throw .tooLarge }
        if let name = attributes["NAME"], let value = attributes["VALUE"] {
            variables[name] = value
        } else if let name = attributes["IMPORT"], let value = imported[name] {
            variables[name] = value
        } else if let name = attributes["QUERYPARAM"], let value = parameter(name) {
            variables[name] = value
        } else {
            throw .badTag("EXT-X-DEFINE")
        }
    }

    /// The value of a parameter in the playlist's own address.
    private func parameter(_ name: String) -> String? {
        guard let mark = media.url.firstIndex(of: "?") else { return nil }
        let query = media.url[media.url.index(after: mark)...].prefix { $0 != "#" }
        let pairs = query.split(separator: "&")
        return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Decodes a line, and puts the values of variables in the place of `{$NAME}`.
    private mutating func text(_ line: ArraySlice<UInt8>) throws(MediaPlaylistError) -> String {
        let brace = UInt8(ascii: "{")
        guard !variables.isEmpty, line.contains(brace) else { return MediaText.decoded(line) }
        let nameBytesMax = 64
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: brace) {
            result += rest[..<start]
            rest = rest[start...]
            let name = rest.dropFirst(2).prefix(nameBytesMax).prefix { $0 != UInt8(ascii: "}") }
            guard rest.dropFirst().first == UInt8(ascii: "$"), name.endIndex < rest.endIndex,
                rest[name.endIndex] == UInt8(ascii: "}"),
                let value = variables[MediaText.decoded(name)]
            else {
                result.append(brace)
                rest = rest.dropFirst()
                continue
            }
            result += value.utf8
            substitutedBytes += value.utf8.count
            guard substitutedBytes <= PlaylistLimits.substitutedBytesMax else { throw .tooLarge }
            rest = rest[(name.endIndex + 1)...]
        }
        return MediaText.decoded(result + rest)
    }
}
