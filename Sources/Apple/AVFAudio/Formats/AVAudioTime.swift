public import CoreAudioTypes
public import Foundation

/// A moment on the host's clock, on a stream's count of frames, or on both.
///
/// One tick of host time is a nanosecond of the machine's monotonic clock.
///
/// Ownership: immutable after `init`. Any thread.
open class AVAudioTime: NSObject, @unchecked Sendable {
    private let timeStamp: AudioTimeStamp
    private let rate: Double

    /// Makes a time from a time stamp, of which the flags say what is valid.
    ///
    /// - Parameters:
    ///   - ts: Is copied.
    ///   - sampleRate: Rate of its sample time, in Hz.
    public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
        timeStamp = ts.pointee
        rate = sampleRate
    }

    /// Makes a time of the host's clock.
    public init(hostTime: UInt64) {
        timeStamp = Self.timeStamp(hostTime: hostTime, sampleTime: nil)
        rate = 0
    }

    /// Makes a time in frames.
    ///
    /// - Parameter sampleRate: Frames a second.
    public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        timeStamp = Self.timeStamp(hostTime: nil, sampleTime: sampleTime)
        rate = sampleRate
    }

    /// Makes a time on both clocks.
    ///
    /// - Parameter sampleRate: Frames a second.
    public init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        timeStamp = Self.timeStamp(hostTime: hostTime, sampleTime: sampleTime)
        rate = sampleRate
    }

    private static func timeStamp(
        hostTime: UInt64?, sampleTime: AVAudioFramePosition?
    ) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        if let hostTime {
            stamp.mHostTime = hostTime
            stamp.mFlags.insert(.hostTimeValid)
        }
        if let sampleTime {
            stamp.mSampleTime = Double(sampleTime)
            stamp.mFlags.insert(.sampleTimeValid)
        }
        return stamp
    }

    /// Whether `hostTime` is valid.
    open var isHostTimeValid: Bool { timeStamp.mFlags.contains(.hostTimeValid) }
    /// The host time, in ticks.
    open var hostTime: UInt64 { timeStamp.mHostTime }
    /// Whether `sampleTime` is valid.
    open var isSampleTimeValid: Bool { timeStamp.mFlags.contains(.sampleTimeValid) }
    /// The time in frames.
    open var sampleTime: AVAudioFramePosition { .frames(timeStamp.mSampleTime) }
    /// Frames a second of `sampleTime`; zero for a time without frames.
    open var sampleRate: Double { rate }
    /// The time as a time stamp.
    open var audioTimeStamp: AudioTimeStamp { timeStamp }

    /// Converts seconds to ticks of host time; zero for a negative number.
    open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        let ticks = (seconds * ticksPerSecond).rounded()
        guard ticks > 0 else { return 0 }
        return UInt64(exactly: ticks) ?? .max
    }

    /// Converts ticks of host time to seconds.
    open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
        TimeInterval(hostTime) / ticksPerSecond
    }

    private static let ticksPerSecond = 1e9

    /// Computes the missing one of host time and sample time.
    ///
    /// - Parameter anchorTime: A time that is valid on both clocks, at the same sample rate.
    /// - Returns: A time that is valid on both clocks; `nil` when the anchor is not, when nothing of
    ///   this time is valid, or when it has no sample rate, as a time made from a host time alone.
    open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, rate > 0, rate.isFinite
        else { return nil }
        if isHostTimeValid, isSampleTimeValid { return self }
        if isSampleTimeValid {
            let seconds = (timeStamp.mSampleTime - anchorTime.timeStamp.mSampleTime) / rate
            return AVAudioTime(
                hostTime: anchorTime.hostTime.advanced(bySeconds: seconds),
                sampleTime: sampleTime, atRate: rate)
        }
        guard isHostTimeValid else { return nil }
        let seconds =
            hostTime >= anchorTime.hostTime
            ? Self.seconds(forHostTime: hostTime - anchorTime.hostTime)
            : -Self.seconds(forHostTime: anchorTime.hostTime - hostTime)
        let frames = anchorTime.timeStamp.mSampleTime + (seconds * rate).rounded()
        return AVAudioTime(hostTime: hostTime, sampleTime: .frames(frames), atRate: rate)
    }
}

extension UInt64 {
    /// Moves a host time; saturates at the ends of its range.
    fileprivate func advanced(bySeconds seconds: Double) -> UInt64 {
        let ticks = AVAudioTime.hostTime(forSeconds: abs(seconds))
        let (moved, overflow) =
            seconds < 0 ? subtractingReportingOverflow(ticks) : addingReportingOverflow(ticks)
        guard overflow else { return moved }
        return seconds < 0 ? 0 : .max
    }
}

extension AVAudioFramePosition {
    /// Rounds a sample time; saturates at the ends of the range, and is zero for a value that is not one.
    fileprivate static func frames(_ sampleTime: Double) -> AVAudioFramePosition {
        guard !sampleTime.isNaN else { return 0 }
        return AVAudioFramePosition(exactly: sampleTime.rounded())
            ?? (sampleTime < 0 ? .min : .max)
    }
}
