import SoundMixer
import Synchronization

extension RateConversionQuality {
    /// Weights a phase when the rate is raised.
    var tapCount: Int {
        switch kind {
        case .linear: 8
        case .normal: 16 << level.rawValue
        case .mastering: 32 << level.rawValue
        }
    }

    /// How far the side lobes of the window lie below: `(beta / 0.1102 + 8.7)` dB.
    private var kaiserBeta: Double {
        switch kind {
        case .linear: 0
        case .normal, .mastering: [7, 9, 11.4, 12.5, 13][level.rawValue]
        }
    }

    var design: ResamplingFilter.Design {
        if kind == .linear { return .straightLines }
        // Longer filters are steep enough to end at half the rate instead of being half way down
        // there, and keep all that is heard all the same.
        let isSteep = tapCount >= 256
        // Of half the rate, from where all passes to where nothing does (Kaiser's estimate).
        let fallWidth = 2 * (kaiserBeta / 0.1102 + 0.7) / (14.36 * Double(tapCount))
        return .init(
            tapCountBase: tapCount, kaiserBeta: kaiserBeta,
            cutoff: isSteep ? 1 - fallWidth / 2 : 1, weightCountMax: 1 << 19)
    }
}

/// Filters are costly to make and the same for all converters of two rates, so the last few are
/// kept.
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
