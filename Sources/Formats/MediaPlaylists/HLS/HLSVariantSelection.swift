/// The variants of a master playlist that can be played as sound.
package struct HLSAudioChoices: Hashable, Sendable {
    /// A media playlist with sound.
    package struct Choice: Hashable, Sendable {
        /// The address of the media playlist, as it is written.
        package var uri: String
        /// Bits a second; zero while unknown.
        package var bandwidth: Double

        package init(uri: String, bandwidth: Double) {
            self.uri = uri
            self.bandwidth = bandwidth
        }
    }

    /// At least one, in the order of the playlist, each media playlist once.
    package var choices: [Choice] = []

    /// Chooses among variants and renditions: variants with a coding of sound that is known, those
    /// without pictures if there are some, and of the renditions of each the default one, else the
    /// first that may be selected by itself, one in a preferred language before others.
    ///
    /// - Parameter languages: Preferred ones, the first most, as in RFC 5646.
    /// - Returns: `nil` when no variant has sound that is known.
    ///
    /// Source: RFC 8216, 4.3.4, "Master Playlist Tags"; the order of preference is ours.
    package init?(_ playlist: HLSMasterPlaylist, languages: [String] = []) {
        let playable = playlist.variants.filter { Self.hasKnownSound($0) }
        let withoutPictures = playable.filter { !Self.hasPictures($0) }
        for variant in withoutPictures.isEmpty ? playable : withoutPictures {
            let rendition = variant.audioGroup.flatMap { group in
                Self.rendition(
                    among: playlist.renditions.filter { $0.group == group }, languages)
            }
            let uri = rendition?.uri ?? variant.uri
            if let index = choices.firstIndex(where: { $0.uri == uri }) {
                choices[index].bandwidth = min(choices[index].bandwidth, variant.bandwidth)
            } else {
                choices.append(Choice(uri: uri, bandwidth: variant.bandwidth))
            }
        }
        if choices.isEmpty { return nil }
    }

    private static func rendition(
        among group: [HLSRendition], _ languages: [String]
    ) -> HLSRendition? {
        let selectable = group.filter(\.isAutoselected)
        for language in languages {
            let primary = language.prefix { $0 != "-" }.lowercased()
            let match = selectable.first {
                $0.language?.prefix { $0 != "-" }.lowercased() == primary
            }
            if let match { return match }
        }
        return group.first(where: \.isDefault) ?? selectable.first ?? group.first
    }

    /// Source: RFC 6381, 3.3, and the registries of MPEG-4 object types and of sample entries.
    private static func hasKnownSound(_ variant: HLSVariant) -> Bool {
        variant.codecs.isEmpty || variant.codecs.contains { isSound($0) }
    }

    private static func isSound(_ codec: String) -> Bool {
        let known = [
            "mp4a.40.2", "mp4a.40.02", "mp4a.40.5", "mp4a.40.05", "mp4a.40.29", "mp4a.40.34",
            "mp4a.66", "mp4a.67", "mp4a.68", "mp4a.69", "mp4a.6b", "mp4a", "mp3", ".mp3", "ac-3",
            "ec-3", "flac", "opus", "alac",
        ]
        return known.contains(codec.lowercased())
    }

    private static func hasPictures(_ variant: HLSVariant) -> Bool {
        let pictures = [
            "avc", "hvc", "hev", "dvh", "dvav", "dva1", "mp4v", "av01", "vp0", "vp8", "jpeg",
        ]
        return variant.hasResolution
            || variant.codecs.contains { codec in
                pictures.contains { codec.lowercased().hasPrefix($0) }
            }
    }
}

/// Which of several media playlists to load the next segment from, by the measured bandwidth.
package struct HLSVariantSelection: Hashable, Sendable {
    private let bandwidths: [Double]
    /// The index of the choice to load from.
    package private(set) var current = 0
    /// The highest bandwidth to choose in bits a second; 0 for any.
    package var peakBitRate = 0.0 {
        didSet { if peakBitRate != oldValue { obeyPeak() } }
    }
    /// Bits a second, as measured; `nil` before the first segment.
    package private(set) var measured: Double?
    /// Segments in a row for which a better choice would have been good.
    private var goodSegments = 0

    /// Part of the measured bandwidth that a variant may take.
    private static let usedPart = 0.7
    /// The number of good segments before a better variant is taken.
    private static let goodSegmentsNeeded = 3
    /// Weight of the newest segment.
    private static let newestWeight = 0.5
    private static let bandwidthMax = 1e12

    /// Starts with the first choice.
    package init(_ choices: HLSAudioChoices) {
        bandwidths = choices.choices.map(\.bandwidth)
    }

    /// Takes note of a segment that has arrived.
    ///
    /// - Parameters:
    ///   - byteCount: Its bytes, as they were transferred.
    ///   - seconds: From its request to its last byte.
    package mutating func segmentArrived(byteCount: Int64, seconds: Double) {
        let bits = Double(max(byteCount, 0)) * 8
        let rate = min(bits / max(seconds, 1e-6), Self.bandwidthMax)
        // What has become slower counts at once.
        measured = measured.map { min(rate, $0 + (rate - $0) * Self.newestWeight) } ?? rate
        let best = best(for: measured)
        guard bandwidths[best] > bandwidths[current] else {
            goodSegments = 0
            current = best
            return
        }
        goodSegments += 1
        guard goodSegments >= Self.goodSegmentsNeeded else { return }
        goodSegments = 0
        current = best
    }

    /// A segment could not be loaded: the lowest variant is taken.
    package mutating func segmentFailed() {
        goodSegments = 0
        current = best(for: 0)
    }

    private mutating func obeyPeak() {
        guard !allows(bandwidths[current]) else { return }
        goodSegments = 0
        current = best(for: measured)
    }

    private func allows(_ bandwidth: Double) -> Bool {
        peakBitRate <= 0 || bandwidth <= peakBitRate
    }

    /// The highest choice that fits, or else the lowest of all.
    private func best(for measured: Double?) -> Int {
        let limit = measured.map { $0 * Self.usedPart } ?? .infinity
        var best: Int?
        var lowest = 0
        for (index, bandwidth) in bandwidths.enumerated() {
            if bandwidth < bandwidths[lowest] { lowest = index }
            guard bandwidth <= limit, allows(bandwidth) else { continue }
            if best.map({ bandwidth > bandwidths[$0] }) ?? true { best = index }
        }
        return best ?? lowest
    }
}
