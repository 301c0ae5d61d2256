import SoundMixer
import Synchronization

extension RateConversionQuality {
    /// The number of filter taps for upsampling.
    var tapCount: Int {
        switch kind {
        case .linear: 8
        case .normal: 16 << level.rawValue
        case .mastering: 32 << level.rawValue
        }
    }

    /// The parameter of the Kaiser window; its side lobes lie `(beta / 0.1102 + 8.7)` dB below.
    private var kaiserBeta: Double {
        switch kind {
        case .linear: 0
        case .normal, .mastering: [7, 9, 11.4, 12.5, 13][level.rawValue]
        }
    }

    var design: ResamplingFilter.Design {
        if kind == .linear { return .straightLines }
        // Longer filters are steep enough for a stopband that begins at half the rate, instead of
        // their −6 dB point there, without audible loss.
        let isSteep = tapCount >= 256
        // The transition width relative to half the rate (Kaiser's estimate).
        let fallWidth = 2 * (kaiserBeta / 0.1102 + 0.7) / (14.36 * Double(tapCount))
        return .init(
            tapCountBase: tapCount, kaiserBeta: kaiserBeta,
            cutoff: isSteep ? 1 - fallWidth / 2 : 1, weightCountMax: 1 << 19)
    }
}

/// A cache of the last few filters: they are costly to compute and the same for all converters of
/// two rates. Any thread.
enum RateConversionFilters {
    private static let keptMax = 8

    private struct Key: Equatable {
        var ratio: RateRatio
        var quality: RateConversionQuality
    }

    private static let kept = Mutex<[(key: Key, filter: SharedResamplingFilter)]>([])

    static func filter(
        _ ratio: RateRatio, _ quality: RateConversionQuality
    ) -> SharedResamplingFilter {
        let key = Key(ratio: ratio, quality: quality)
        if let found = kept.withLock({ $0.first { $0.key == key }?.filter }) { return found }
        let filter = SharedResamplingFilter(ratio, quality.design)
        kept.withLock { kept in
            if kept.count >= keptMax { kept.removeFirst() }
            kept.append((key, filter))
        }
        return filter
    }
}
