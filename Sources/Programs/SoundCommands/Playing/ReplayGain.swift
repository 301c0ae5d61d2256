package import AudioFormats
import Glibc

/// Which loudness that a file states is made the usual one.
///
/// Source: ReplayGain 2.0 specification, "Metadata format", "Clipping prevention"; RFC 7845, 5.2.1.
package enum ReplayGain: String, CaseIterable, Sendable {
    case off
    case track
    /// The gain of the file's album; of the track for a file that states none.
    case album

    /// The factor of a file's samples, so that none is beyond full scale; 1 for a file that states
    /// no loudness.
    package func factor(_ tags: FileTags) -> Float {
        switch self {
        case .off: 1
        case .track: Self.factor("track", tags) ?? 1
        case .album: Self.factor("album", tags) ?? Self.factor("track", tags) ?? 1
        }
    }

    /// The factor of a file; 1 for one without tags that can be read.
    func factor(ofFile path: String) -> Float {
        guard self != .off,
            let file = try? AudioFileReader(path: path, hint: .hint(fromName: path)),
            let tags = try? file.fileTags()
        else { return 1 }
        return factor(tags)
    }

    /// Gains beyond this are no loudness of music, in decibels.
    private static let decibels = -60.0...60.0
    /// RFC 7845 refers to −23 LUFS, ReplayGain 2.0 to −18.
    private static let opusOffset = 5.0

    private static func factor(_ scope: String, _ tags: FileTags) -> Float? {
        let stated = number("replaygain_\(scope)_gain", tags)
        let opus = number("r128_\(scope)_gain", tags).map { $0 / 256 + opusOffset }
        guard let gain = stated ?? opus, decibels.contains(gain) else { return nil }
        let peak = number("replaygain_\(scope)_peak", tags).flatMap { $0 > 0 ? $0 : nil } ?? 1
        return Float(min(pow(10, gain / 20), max(1 / peak, 0)))
    }

    /// The number at the beginning of a tag, as in `-6.20 dB`.
    private static func number(_ key: String, _ tags: FileTags) -> Double? {
        guard let text = tags.texts.first(where: { $0.key.lowercased() == key })?.value else {
            return nil
        }
        let number = text.drop(while: \.isWhitespace).prefix { "+-.0123456789".contains($0) }
        return Double(number).flatMap { $0.isFinite ? $0 : nil }
    }
}

/// The factors of tracks that follow each other without a gap.
package enum TrackGains {
    /// Multiplies stereo frames, the first of which has a position, by the factors of their tracks.
    ///
    /// - Parameter starts: The positions at which the tracks begin, in order, and their factors.
    package static func apply(
        to samples: UnsafeMutablePointer<Float>, frameCount: Int, at first: Int,
        _ starts: [(frame: Int, factor: Float)]
    ) {
        for (index, start) in starts.enumerated() where start.factor != 1 {
            let end = index + 1 < starts.count ? starts[index + 1].frame - first : frameCount
            let begin = max(start.frame - first, 0)
            guard begin < min(end, frameCount) else { continue }
            for sample in 2 * begin..<2 * min(end, frameCount) { samples[sample] *= start.factor }
        }
    }
}
