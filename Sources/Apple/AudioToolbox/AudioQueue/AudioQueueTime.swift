import AudioModel
import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes

// Audio Queue Services, which <AudioToolbox/AudioQueue.h> declares and documents: time.

/// Largest sample time: beyond it a `Double` cannot tell adjacent frames apart.
private let sampleTimeMax = 0x1p53

/// - Throws: `wrongArgument` for a time stamp without a valid sample time.
func queueTime(_ time: AudioTimeStamp) throws(AudioQueueError) -> Int {
    guard time.mFlags.contains(.sampleTimeValid), time.mSampleTime.isFinite,
        time.mSampleTime >= 0, time.mSampleTime <= sampleTimeMax
    else { throw .wrongArgument }
    return Int(time.mSampleTime.rounded())
}

/// The start time of a time stamp; `nil` (now) for one without a valid time.
func deviceTime(_ time: AudioTimeStamp) -> QueueStartTime? {
    if time.mFlags.contains(.sampleTimeValid), time.mSampleTime.isFinite {
        return .sample(time.mSampleTime)
    }
    if time.mFlags.contains(.hostTimeValid) {
        return .host(HostTime(nanoseconds: Int64(clamping: time.mHostTime)))
    }
    return nil
}

func sampleTimeStamp(_ frames: Double) -> AudioTimeStamp {
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = frames
    stamp.mFlags = .sampleTimeValid
    return stamp
}

func timeStamp(_ frames: Double, at host: HostTime) -> AudioTimeStamp {
    var stamp = sampleTimeStamp(frames)
    stamp.mHostTime = UInt64(clamping: host.nanoseconds)
    stamp.mRateScalar = 1
    stamp.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
    return stamp
}

/// Implements `AudioQueueGetCurrentTime` for Swift and C.
///
/// - Parameter outDiscontinuity: Called with whether there was a discontinuity.
func currentQueueTime(
    _ inAQ: AudioQueueRef?, _ inTimeline: AudioQueueTimelineRef?,
    _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outDiscontinuity: (Bool) -> Void
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        let (frames, host) = (try queue.currentTime(), queue.deviceTime.host)
        if let inTimeline {
            outDiscontinuity(try queue.takeDiscontinuity(of: UInt(bitPattern: inTimeline)))
        }
        outTimeStamp?.pointee = timeStamp(frames, at: host)
    }
}

@c @implementation
public func AudioQueueCreateTimeline(
    _ inAQ: AudioQueueRef!, _ outTimeline: UnsafeMutablePointer<AudioQueueTimelineRef?>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let outTimeline else { throw .missingArgument }
        outTimeline.pointee = AudioQueueTimelineRef(bitPattern: try queue.makeTimeline())
    }
}

@c @implementation
public func AudioQueueDisposeTimeline(
    _ inAQ: AudioQueueRef!, _ inTimeline: AudioQueueTimelineRef!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let inTimeline else { throw .missingArgument }
        try queue.removeTimeline(UInt(bitPattern: inTimeline))
    }
}

@c @implementation
public func AudioQueueDeviceGetCurrentTime(
    _ inAQ: AudioQueueRef!, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let outTimeStamp else { throw .missingArgument }
        let (sample, host) = queue.deviceTime
        outTimeStamp.pointee = timeStamp(sample, at: host)
    }
}

@c @implementation
public func AudioQueueDeviceTranslateTime(
    _ inAQ: AudioQueueRef!, _ inTime: UnsafePointer<AudioTimeStamp>!,
    _ outTime: UnsafeMutablePointer<AudioTimeStamp>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let inTime, let outTime else { throw .missingArgument }
        guard queue.isRunning else { throw .invalidRunState }
        let now = queue.deviceTime
        switch deviceTime(inTime.pointee) {
        case .sample(let sample):
            let seconds = (sample - now.sample) / queue.deviceSampleRate
            guard abs(seconds) < translatedSecondsMax else { throw .wrongArgument }
            outTime.pointee = timeStamp(sample, at: now.host + .seconds(seconds))
        case .host(let host):
            let frames = (host - now.host).seconds * queue.deviceSampleRate
            outTime.pointee = timeStamp(now.sample + frames, at: host)
        case nil: throw .wrongArgument
        }
    }
}

/// Largest accepted distance from now, in seconds (100 years).
private let translatedSecondsMax = 100.0 * 365 * 24 * 3600

@c @implementation
public func AudioQueueDeviceGetNearestStartTime(
    _ inAQ: AudioQueueRef!, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>!,
    _ inFlags: UInt32
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let ioRequestedStartTime else { throw .missingArgument }
        guard inFlags == 0 else { throw .wrongArgument }
        let now = queue.deviceTime
        // The device can start at any future frame.
        switch deviceTime(ioRequestedStartTime.pointee) {
        case .sample(let sample) where sample < now.sample:
            ioRequestedStartTime.pointee = timeStamp(now.sample, at: now.host)
        case .host(let host) where host < now.host:
            ioRequestedStartTime.pointee = timeStamp(now.sample, at: now.host)
        case .sample, .host: break
        case nil: throw .wrongArgument
        }
    }
}
