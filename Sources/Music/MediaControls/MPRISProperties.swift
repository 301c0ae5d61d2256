package import DBus
import Glibc

// The properties of a player on the bus, made from a value alone.
//
// Source: MPRIS D-Bus Interface Specification 2.2; freedesktop.org's metadata guidelines for MPRIS.

/// A property of a player by its name.
package typealias MPRISProperty = (name: String, value: DBusValue)

extension MPRIS {
    /// The properties of `org.mpris.MediaPlayer2`.
    package static func rootProperties(of info: MediaPlayerInfo) -> [MPRISProperty] {
        var properties: [MPRISProperty] = [
            ("CanQuit", .boolean(info.can(.quit))),
            ("CanRaise", .boolean(info.can(.raise))),
            ("HasTrackList", .boolean(info.trackIDs != nil)),
            ("Identity", .string(shortened(info.identity))),
            ("SupportedUriSchemes", strings(info.uriSchemes)),
            ("SupportedMimeTypes", strings(info.mimeTypes)),
        ]
        if let entry = info.desktopEntry {
            properties.append(("DesktopEntry", .string(shortened(entry))))
        }
        return properties
    }

    /// The properties of `org.mpris.MediaPlayer2.Player` that are announced when they change: all
    /// but the position.
    ///
    /// - Parameter artURL: The address of the track's picture.
    package static func playerProperties(
        of info: MediaPlayerInfo, artURL: String?
    ) -> [MPRISProperty] {
        let rates = info.rates
        var properties: [MPRISProperty] = [
            ("PlaybackStatus", .string(info.status.rawValue)),
            ("Rate", .double(info.effectiveRate)),
            ("Metadata", .properties(metadata(of: info.track, artURL: artURL))),
            ("Volume", .double(fraction(info.volume) ?? 0)),
            ("MinimumRate", .double(rates.lowerBound)),
            ("MaximumRate", .double(rates.upperBound)),
            ("CanGoNext", .boolean(info.can(.next))),
            ("CanGoPrevious", .boolean(info.can(.previous))),
            ("CanPlay", .boolean(info.can(.play))),
            ("CanPause", .boolean(info.can(.pause))),
            ("CanSeek", .boolean(info.can(.seek))),
            ("CanControl", .boolean(info.can(.control))),
        ]
        if let loop = info.loop { properties.append(("LoopStatus", .string(loop.rawValue))) }
        if let shuffle = info.shuffle { properties.append(("Shuffle", .boolean(shuffle))) }
        return properties
    }

    /// The entries of `Metadata`.
    package static func metadata(
        of track: MediaTrack?, artURL: String?
    ) -> [(String, DBusValue)] {
        guard let track else { return [("mpris:trackid", .objectPath(noTrack))] }
        var entries: [(String, DBusValue)] = [
            ("mpris:trackid", .objectPath(trackPath(for: track.id)))
        ]
        func add(_ key: String, _ text: String?, bytesMax: Int = textBytesMax) {
            guard let text, !text.isEmpty else { return }
            entries.append((key, .string(shortened(text, bytesMax: bytesMax))))
        }
        func add(_ key: String, _ list: [String]) {
            if !list.isEmpty { entries.append((key, strings(list))) }
        }
        func add(_ key: String, _ number: Int?) {
            guard let number = number.flatMap(Int32.init(exactly:)) else { return }
            entries.append((key, .int32(number)))
        }
        if let duration = track.duration, duration > 0 {
            entries.append(("mpris:length", .int64(microseconds(duration))))
        }
        add("mpris:artUrl", artURL)
        add("xesam:title", track.title)
        add("xesam:artist", track.artists)
        add("xesam:album", track.album)
        add("xesam:albumArtist", track.albumArtists)
        add("xesam:genre", track.genres)
        add("xesam:composer", track.composers)
        add("xesam:comment", track.comments)
        add("xesam:asText", track.lyrics, bytesMax: lyricsBytesMax)
        add("xesam:trackNumber", track.trackNumber)
        add("xesam:discNumber", track.discNumber)
        add("xesam:audioBPM", track.beatsPerMinute)
        add("xesam:useCount", track.playCount)
        if let rating = track.rating.flatMap(fraction) {
            entries.append(("xesam:userRating", .double(rating)))
        }
        add("xesam:contentCreated", track.created)
        add("xesam:lastUsed", track.lastPlayed.flatMap(date))
        add("xesam:url", track.url)
        return entries
    }

    /// What has changed from one list of properties to the next.
    package static func changes(
        from old: [MPRISProperty], to new: [MPRISProperty]
    ) -> [MPRISProperty] {
        let before = Dictionary(old) { $1 }
        return new.filter { before[$0.name] != $0.value }
    }

    // MARK: Values

    private static let textBytesMax = 8192
    private static let lyricsBytesMax = 262_144
    private static let listCountMax = 64
    /// Longer than any recording: thirty years.
    private static let secondsMax = 1e9

    /// Text that a message can carry, cut at a character.
    static func shortened(_ text: String, bytesMax: Int = textBytesMax) -> String {
        guard text.utf8.count > bytesMax || text.utf8.contains(0) else { return text }
        var result = String.UnicodeScalarView()
        var byteCount = 0
        for scalar in text.unicodeScalars where scalar != "\0" {
            byteCount += UTF8.width(scalar)
            guard byteCount <= bytesMax else { break }
            result.append(scalar)
        }
        return String(result)
    }

    private static func strings(_ texts: [String]) -> DBusValue {
        .strings(texts.prefix(listCountMax).map { shortened($0) })
    }

    /// Seconds in microseconds; 0 for what is not a number.
    static func microseconds(_ seconds: Double) -> Int64 {
        guard !seconds.isNaN else { return 0 }
        return Int64((min(max(seconds, -secondsMax), secondsMax) * 1e6).rounded())
    }

    static func fraction(_ number: Double) -> Double? {
        number.isNaN ? nil : min(max(number, 0), 1)
    }

    private static func date(_ seconds: Double) -> String? {
        // Until the year 9999.
        guard (0...253_402_300_799).contains(seconds) else { return nil }
        var time = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return nil }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}

extension MediaPlayerInfo {
    /// Whether the player can do something now.
    func can(_ capability: Capabilities) -> Bool {
        let isControl = capability != .raise && capability != .quit
        return capabilities.contains(capability)
            && (!isControl || capabilities.contains(.control))
    }

    /// The rates that the player takes; 1 is one of them.
    var rates: ClosedRange<Double> {
        let low = minimumRate.isFinite ? min(minimumRate, 1) : 1
        let high = maximumRate.isFinite ? max(maximumRate, 1) : 1
        return low...high
    }

    /// The rate that clients extrapolate the position with; never 0, which would mean a pause.
    var effectiveRate: Double { rate.isFinite && rate != 0 ? rate : 1 }

    /// The position after some seconds, within the track.
    func position(after seconds: Double) -> Double {
        let moved = status == .playing ? seconds * effectiveRate : 0
        let duration = track?.duration ?? .infinity
        let reached = (position.isFinite ? position : 0) + moved
        return min(max(reached, 0), duration > 0 ? duration : .infinity)
    }
}
