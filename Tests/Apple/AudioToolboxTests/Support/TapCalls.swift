import AudioToolbox

/// The calls of a processing tap.
///
/// Ownership: the test's thread, which runs the simulated phone and its callbacks.
final class TapCalls: @unchecked Sendable {
    var counts: [UInt32] = []
    /// The queue's time at each call, in frames.
    var times: [Double] = []
    var flags: [AudioQueueProcessingTapFlags] = []
    var left: [Float] = []
    /// Results of the functions that the tap has called.
    var statuses: [OSStatus] = []
    var queue: AudioQueueRef?
    /// The number of the call at which a tap stops its queue, counted from one.
    var stopCall = 0
    /// What `scaler` multiplies each sample by.
    var gain: Float = 1

    var frameCount: Int { Int(counts.reduce(0, +)) }

    static func of(_ context: UnsafeMutableRawPointer?) -> TapCalls {
        Unmanaged.fromOpaque(context!).takeUnretainedValue()
    }

    struct Tap {
        var status: OSStatus
        var tap: AudioQueueProcessingTapRef?
        var framesMax: UInt32 = 0
        var format = AudioStreamBasicDescription()
    }

    func makeTap(
        _ queue: AudioQueueRef, _ flags: AudioQueueProcessingTapFlags,
        _ callback: @escaping AudioQueueProcessingTapCallback
    ) -> Tap {
        var made = Tap(status: noErr)
        made.status = AudioQueueProcessingTapNew(
            queue, callback, Unmanaged.passUnretained(self).toOpaque(), flags, &made.framesMax,
            &made.format, &made.tap)
        return made
    }
}

/// A tap that only notes what it is given.
let siphon: AudioQueueProcessingTapCallback = { context, _, count, time, flags, _, data in
    let calls = TapCalls.of(context)
    calls.counts.append(count)
    calls.times.append(time.pointee.mSampleTime)
    calls.flags.append(flags.pointee)
    let samples = data.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
    calls.left += UnsafeBufferPointer(start: samples, count: Int(count))
}

/// A tap that gets the source audio and applies a gain to it.
let scaler: AudioQueueProcessingTapCallback = { context, tap, count, time, flags, made, data in
    let calls = TapCalls.of(context)
    calls.statuses.append(
        AudioQueueProcessingTapGetSourceAudio(tap, count, time, flags, made, data))
    calls.counts.append(made.pointee)
    calls.flags.append(flags.pointee)
    var (queueTime, frames) = (0.0, UInt32(0))
    AudioQueueProcessingTapGetQueueTime(tap, &queueTime, &frames)
    calls.times.append(queueTime)
    // The buffers of a list lie one after the other.
    withUnsafeMutablePointer(to: &data.pointee.mBuffers) { first in
        for channel in 0..<Int(data.pointee.mNumberBuffers) {
            let samples = first[channel].mData!.assumingMemoryBound(to: Float.self)
            for frame in 0..<Int(made.pointee) { samples[frame] *= calls.gain }
        }
    }
}
