/// A time of media, in seconds as an exact fraction. A time that an app has asked for is kept as it
/// was asked: equal times may be written differently.
package struct MediaTime: Sendable {
    package let value: Int64
    /// The number of units in a second, at least 1.
    package let timescale: Int32

    /// - Parameter timescale: The number of units in a second; less than 1 is taken for 1.
    package init(value: Int64, timescale: Int32) {
        self.value = value
        self.timescale = max(timescale, 1)
    }

    /// A number of frames at a sample rate: exact for whole rates, else rounded to a nanosecond.
    package init(frame: Int64, sampleRate: Double) {
        if sampleRate >= 1, sampleRate <= 0x1p30, sampleRate == sampleRate.rounded() {
            self.init(value: frame, timescale: Int32(sampleRate))
        } else {
            self.init(seconds: Double(frame) / sampleRate, timescale: Self.nanoseconds)
        }
    }

    /// - Parameter seconds: Rounded to a unit; clamped to what fits, and NaN is zero.
    package init(seconds: Double, timescale: Int32) {
        let units = (seconds * Double(max(timescale, 1))).rounded()
        let limit = 0x1p62
        self.init(
            value: units.isNaN ? 0 : Int64(min(max(units, -limit), limit)), timescale: timescale)
    }

    package static let zero = MediaTime(value: 0, timescale: 1)
    /// A time behind the end of all media.
    package static let distantFuture = MediaTime(value: .max, timescale: 1)

    private static let nanoseconds: Int32 = 1_000_000_000

    package var seconds: Double { Double(value) / Double(timescale) }

    /// The nearest frame at a sample rate; clamped to ±2⁶².
    package func frame(atSampleRate sampleRate: Double) -> Int64 {
        if sampleRate == Double(timescale) { return min(max(value, -1 << 62), 1 << 62) }
        let (whole, rest) = value.quotientAndRemainder(dividingBy: Int64(timescale))
        // Apart, so that frames of long media are exact.
        let frames =
            Double(whole) * sampleRate + (Double(rest) * sampleRate / Double(timescale)).rounded()
        guard frames.magnitude < 0x1p62 else { return frames < 0 ? -1 << 62 : 1 << 62 }
        return Int64(frames)
    }
}

extension MediaTime: Comparable {
    package static func == (left: MediaTime, right: MediaTime) -> Bool {
        product(left, right) == product(right, left)
    }

    package static func < (left: MediaTime, right: MediaTime) -> Bool {
        product(left, right) < product(right, left)
    }

    private static func product(_ left: MediaTime, _ right: MediaTime) -> Int128 {
        Int128(left.value) * Int128(right.timescale)
    }
}

/// A part of media: from a time up to, but without another.
package struct MediaTimeRange: Hashable, Sendable {
    package var start: MediaTime
    package var end: MediaTime

    package init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = end
    }
}

extension MediaTime: Hashable {
    package func hash(into hasher: inout Hasher) {
        hasher.combine(seconds)
    }
}
