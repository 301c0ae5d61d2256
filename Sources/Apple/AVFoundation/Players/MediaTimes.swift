import CoreMedia
import Foundation
import MediaPlayback

extension CMTime {
    init(_ time: MediaTime) {
        self.init(value: time.value, timescale: time.timescale)
    }
}

extension MediaTime {
    /// A number of seconds, or a time behind all media for +∞; `nil` for what is no time.
    init?(_ time: CMTime) {
        if time.isPositiveInfinity {
            self = .distantFuture
        } else if time.isNegativeInfinity {
            self = .zero
        } else if time.isNumeric, time.timescale > 0 {
            self.init(value: time.value, timescale: time.timescale)
        } else {
            return nil
        }
    }
}

extension CMTimeRange {
    init(_ range: MediaTimeRange) {
        self.init(start: CMTime(range.start), end: CMTime(range.end))
    }
}

/// Ranges as values that observers can compare.
func rangeValues(of ranges: [MediaTimeRange]) -> [NSValue] {
    ranges.map { NSValue(timeRange: CMTimeRange($0)) }
}

/// Seconds that the result of a seek may lie beside the time: infinite for +∞, 0 for what is no
/// duration.
func tolerance(_ time: CMTime) -> Double {
    if time.isPositiveInfinity { return .infinity }
    return time.isNumeric ? max(0, time.seconds) : 0
}
