import AudioModel

/// A part of a stream without a discontinuity: what its timestamps and frames count from.
struct HLSPeriod: Hashable, Sendable {
    var discontinuity: Int64
    /// Frames a second of its coding.
    var nativeRate: Double
    /// The frame of the stream at which its frame 0 is.
    var frame: Int64
    /// The time of its frame 0; `nil` where segments have none.
    var time: HLSMediaTime?

    /// The first frame of the stream at or after a frame of the period.
    func frame(ofNative native: Int64, rate: Double) -> Int64 {
        guard rate != nativeRate else { return frame + native }
        return frame + Int64((Double(native) * rate / nativeRate).rounded(.up))
    }

    /// The last frame of the period that is not after a frame of the stream.
    func native(ofFrame frame: Int64, rate: Double) -> Int64 {
        guard rate != nativeRate else { return frame - self.frame }
        return Int64((Double(frame - self.frame) * nativeRate / rate).rounded(.down))
    }
}

/// A segment at its place in the stream.
struct HLSSlot: Sendable {
    /// Its number: those of neighbours follow each other.
    var serial: Int64
    /// Frames of the stream.
    var frames: Range<Int64>
    /// The variant that it is of.
    var choice: Int
    /// `nil` is silence: the segment is a gap, or could not be loaded.
    var content: Content?

    struct Content: Sendable {
        var sound: HLSSegmentSound
        var period: HLSPeriod
        /// The period's frame at which it begins.
        var nativeStart: Int64
        var nativeEnd: Int64 { nativeStart + sound.frameCount }
    }
}

/// The segments that are there, on one line of frames.
///
/// A segment begins where its timestamp says, as far as that is believable. It follows its predecessor
/// without a gap if the timestamp is within half a packet of the predecessor's end.
struct HLSTimeline: Sendable {
    /// Frames a second of the stream.
    let rate: Double
    /// In the order of their numbers.
    private(set) var slots: [HLSSlot] = []
    private var periods: [HLSPeriod] = []

    private static let periodsMax = 256
    private static let framesMax = 1e15
    /// Seconds by which timestamps of one packet may differ by rounding.
    private static let jitterSeconds = 0.02

    init(rate: Double) {
        self.rate = rate
    }

    func slot(_ serial: Int64) -> HLSSlot? {
        let index = insertionIndex(serial)
        return index < slots.count && slots[index].serial == serial ? slots[index] : nil
    }

    private func insertionIndex(_ serial: Int64) -> Int {
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].serial < serial { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The segment that has a frame.
    func slot(atFrame frame: Int64) -> HLSSlot? {
        slots.first { $0.frames.contains(frame) }
    }

    mutating func removeAll(where isDropped: (HLSSlot) -> Bool) {
        slots.removeAll(where: isDropped)
    }

    /// Forgets what timestamps count from.
    mutating func forgetPeriods() { periods = [] }

    func frame(at seconds: Double) -> Int64 {
        Int64(min(max(seconds * rate, -Self.framesMax), Self.framesMax).rounded())
    }

    /// Puts silence in the place of a segment.
    mutating func placeSilence(_ serial: Int64, at start: Double, seconds: Double, choice: Int) {
        let first = slot(serial - 1)?.frames.upperBound ?? frame(at: start)
        let count = max(frame(at: seconds), 1)
        insert(HLSSlot(serial: serial, frames: first..<(first + count), choice: choice))
    }

    /// Puts a segment in its place.
    ///
    /// - Parameters:
    ///   - start: Seconds at which it is by the durations of the playlist.
    ///   - discontinuity: The number of discontinuities before it.
    ///   - limit: Seconds beyond which a timestamp is not believed.
    @discardableResult
    mutating func place(
        _ sound: HLSSegmentSound, serial: Int64, at start: Double, discontinuity: Int64,
        limit: Double, choice: Int
    ) -> HLSSlot {
        let before = slot(serial - 1)
        let expected = before?.frames.upperBound ?? frame(at: start)
        let (period, native) =
            following(before, sound, discontinuity, limit)
            ?? known(sound, discontinuity, expected, limit)
            ?? begin(sound, discontinuity, at: expected)
        let content = HLSSlot.Content(sound: sound, period: period, nativeStart: native)
        let first = period.frame(ofNative: native, rate: rate)
        let end = period.frame(ofNative: content.nativeEnd, rate: rate)
        let slot = HLSSlot(
            serial: serial, frames: first..<max(end, first), choice: choice, content: content)
        insert(slot)
        return slot
    }

    private mutating func insert(_ slot: HLSSlot) {
        let index = insertionIndex(slot.serial)
        if index < slots.count, slots[index].serial == slot.serial {
            slots[index] = slot
        } else {
            slots.insert(slot, at: index)
        }
    }

    /// The place behind a predecessor of the same period.
    private func following(
        _ before: HLSSlot?, _ sound: HLSSegmentSound, _ discontinuity: Int64, _ limit: Double
    ) -> (HLSPeriod, Int64)? {
        guard let content = before?.content, content.period.discontinuity == discontinuity,
            content.period.nativeRate == sound.format.sampleRate
        else { return nil }
        let rate = sound.format.sampleRate
        let end = content.nativeEnd
        guard let native = native(sound, in: content.period) else { return (content.period, end) }
        let jitter = max(Double(sound.format.framesPerPacket) / 2, rate * Self.jitterSeconds)
        let error = Double(abs(native - end))
        return (content.period, error <= jitter || error > limit * rate ? end : native)
    }

    /// The place by the timestamps of a period that is known.
    private func known(
        _ sound: HLSSegmentSound, _ discontinuity: Int64, _ expected: Int64, _ limit: Double
    ) -> (HLSPeriod, Int64)? {
        let period = periods.last {
            $0.discontinuity == discontinuity && $0.nativeRate == sound.format.sampleRate
        }
        guard let period, let native = native(sound, in: period) else { return nil }
        let error = abs(period.frame(ofNative: native, rate: rate) - expected)
        return Double(error) <= limit * rate ? (period, native) : nil
    }

    private func native(_ sound: HLSSegmentSound, in period: HLSPeriod) -> Int64? {
        guard let time = sound.time, let start = period.time,
            let seconds = time.seconds(since: start), abs(seconds) < 1e9
        else { return nil }
        return Int64((seconds * sound.format.sampleRate).rounded())
    }

    /// Begins a period with a segment; what a track has before its first audible frame is before it.
    private mutating func begin(
        _ sound: HLSSegmentSound, _ discontinuity: Int64, at frame: Int64
    ) -> (HLSPeriod, Int64) {
        let rate = sound.format.sampleRate
        var native: Int64 = 0
        var time = sound.time
        if let stated = sound.time, sound.primingFrames > 0, stated.bits == nil {
            let first = Double(stated.ticks) / stated.scale * rate
            if first < Double(sound.primingFrames) {
                native = Int64(first.rounded()) - sound.primingFrames
                time?.ticks = Int64(Double(sound.primingFrames) / rate * stated.scale)
            }
        }
        let period = HLSPeriod(
            discontinuity: discontinuity, nativeRate: rate, frame: frame, time: time)
        if periods.count >= Self.periodsMax { periods.removeFirst() }
        periods.append(period)
        return (period, native)
    }

    /// Seconds that are there, ordered and disjoint.
    var loaded: [Range<Double>] {
        let jitter = Int64(rate * Self.jitterSeconds)
        var ranges: [Range<Int64>] = []
        for slot in slots {
            let range = max(slot.frames.lowerBound, 0)..<max(slot.frames.upperBound, 0)
            guard !range.isEmpty else { continue }
            if let last = ranges.last, range.lowerBound <= last.upperBound + jitter,
                range.upperBound >= last.lowerBound
            {
                ranges[ranges.count - 1] =
                    last.lowerBound..<max(range.upperBound, last.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges.map { Double($0.lowerBound) / rate..<Double($0.upperBound) / rate }
    }
}
