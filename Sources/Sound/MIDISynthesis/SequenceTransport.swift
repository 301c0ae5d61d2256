import Realtime
import Synchronization

/// The time line of a sequencer that plays: all its instruments follow it, to the frame.
///
/// Ownership: atomics; the rest is immutable.
package final class SequenceTransport: Sendable {
    package let tempoMap: TempoMap
    /// The factor of the sequence's own speed.
    package let rate: Double
    /// The beat at the first frame.
    package let startBeat: Double
    private let startFrame = Atomic<Int64>(.min)
    private let renderedFrames = Atomic<Int64>(0)
    /// The frames that have been heard, where they are rendered ahead; `Int64.min` elsewhere.
    private let heardFrames = Atomic<Int64>(.min)
    private let sampleRate = Atomic<UInt64>(0)
    /// The time at which the first frame reached, or would have reached, the device, in
    /// nanoseconds; `Int64.min` without a device.
    private let startTime = Atomic<Int64>(.min)

    package init(_ tempoMap: TempoMap, rate: Double, startBeat: Double) {
        self.tempoMap = tempoMap
        self.rate = rate
        self.startBeat = startBeat
    }

    /// Returns the frame of the start, which the first block rendered decides. Render thread.
    func begin(atFrame frame: Int64, sampleRate: Double) -> Int64 {
        let (isFirst, known) = startFrame.compareExchange(
            expected: .min, desired: frame, ordering: .acquiringAndReleasing)
        if isFirst { self.sampleRate.store(sampleRate.bitPattern, ordering: .releasing) }
        return isFirst ? frame : known
    }

    /// Notes that all frames before one have been rendered. Render thread.
    ///
    /// - Parameter time: The time at which that frame reaches the device, in nanoseconds.
    func noteRendered(until frame: Int64, at time: Int64?) {
        let count = frame - startFrame.load(ordering: .acquiring)
        if count > renderedFrames.load(ordering: .relaxed) {
            renderedFrames.store(count, ordering: .releasing)
        }
        let rate = Double(bitPattern: sampleRate.load(ordering: .acquiring))
        guard let time, rate > 0 else { return }
        startTime.store(time - Int64(Double(count) / rate * 1e9), ordering: .releasing)
    }

    /// Notes that all frames before one have been heard, where they are rendered ahead.
    ///
    /// - Parameter time: The time at which that frame reaches the device, in nanoseconds; `nil`
    ///   leaves the former times.
    package func noteHeard(until frame: Int64, at time: Int64?) {
        let start = startFrame.load(ordering: .acquiring)
        guard start != .min else { return }
        heardFrames.store(max(frame - start, 0), ordering: .releasing)
        let rate = Double(bitPattern: sampleRate.load(ordering: .acquiring))
        guard let time, rate > 0 else { return }
        startTime.store(
            time - Int64(Double(frame - start) / rate * 1e9), ordering: .releasing)
    }

    /// Sets the time at which the first frame will reach the device, until it is known better.
    package func expectStart(at time: Int64) {
        _ = startTime.compareExchange(
            expected: .min, desired: time, ordering: .acquiringAndReleasing)
    }

    /// The frame at which a beat is heard; `nil` before the first block.
    package func frame(ofBeat beat: Double) -> Int64? {
        guard let clock else { return nil }
        let start = startFrame.load(ordering: .acquiring)
        let (frame, isTooLarge) = start.addingReportingOverflow(
            Int64(clock.frame(ofBeat: beat)))
        return isTooLarge ? nil : frame
    }

    /// The time at which a beat reaches the device, in nanoseconds; `nil` without a device.
    package func time(ofBeat beat: Double) -> Int64? {
        let start = startTime.load(ordering: .acquiring)
        guard start != .min else { return nil }
        let seconds = (tempoMap.seconds(atBeat: beat) - tempoMap.seconds(atBeat: startBeat)) / rate
        guard seconds.isFinite, abs(seconds) < Self.secondsMax else { return nil }
        return start + Int64((seconds * 1e9).rounded())
    }

    /// The beat that reaches the device at a time in nanoseconds; `nil` without a device.
    package func beat(atTime time: Int64) -> Double? {
        let start = startTime.load(ordering: .acquiring)
        guard start != .min else { return nil }
        let seconds = (Double(time) - Double(start)) / 1e9 * rate
        return tempoMap.beats(atSecond: tempoMap.seconds(atBeat: startBeat) + seconds)
    }

    /// The longest time that is converted, in seconds: some 30 years.
    private static let secondsMax = 1e9

    /// The beat up to which the sequence has been heard, or rendered where that is not known.
    package var beat: Double {
        heardBeat ?? renderedBeat
    }

    /// The beat up to which the sequence has been rendered.
    var renderedBeat: Double {
        clock?.beat(ofFrame: Int(renderedFrames.load(ordering: .acquiring))) ?? startBeat
    }

    /// The beat up to which the sequence has been heard; `nil` where it is not rendered ahead.
    var heardBeat: Double? {
        let heard = heardFrames.load(ordering: .acquiring)
        return heard == .min ? nil : clock?.beat(ofFrame: Int(heard))
    }

    /// The beat from which messages have not been rendered.
    package var nextBeat: Double {
        clock?.limit(beforeFrame: Int(renderedFrames.load(ordering: .acquiring))) ?? startBeat
    }

    /// The clock of the first instrument; `nil` before the first block.
    private var clock: SequenceClock? {
        let rate = Double(bitPattern: sampleRate.load(ordering: .acquiring))
        guard rate > 0 else { return nil }
        return SequenceClock(tempoMap, sampleRate: rate, rate: self.rate, startBeat: startBeat)
    }
}
