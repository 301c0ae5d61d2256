import AVFAudio
import TestSupport

/// An app's code: an audio queue that plays a tone for as long as it is started.
final class ToneQueue {
    private var queue: AudioQueueRef?
    private var frame = 0
    private let hertz: Double
    private let sampleRate = 44_100.0
    private(set) var callbackCount = 0

    init(hertz: Double, volume: Float = 1) {
        self.hertz = hertz
        var format = AudioStreamBasicDescription.floats(sampleRate)
        AudioQueueNewOutput(
            &format,
            { context, _, buffer in
                let tone = Unmanaged<ToneQueue>.fromOpaque(context!).takeUnretainedValue()
                tone.callbackCount += 1
                tone.fill(buffer)
            }, Unmanaged.passUnretained(self).toOpaque(), CFRunLoopGetCurrent(), nil, 0, &queue)
        AudioQueueSetParameter(queue!, kAudioQueueParam_Volume, volume)
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue!, 4 * 4410, &buffer)
            fill(buffer!)
        }
    }

    deinit {
        AudioQueueDispose(queue!, true)
    }

    @discardableResult
    func start() -> OSStatus { AudioQueueStart(queue!, nil) }

    @discardableResult
    func pause() -> OSStatus { AudioQueuePause(queue!) }

    /// Ramps the volume over a number of seconds.
    func fade(to volume: Float, over seconds: Float) {
        AudioQueueSetParameter(queue!, kAudioQueueParam_VolumeRampTime, seconds)
        AudioQueueSetParameter(queue!, kAudioQueueParam_Volume, volume)
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
        for index in 0..<4410 {
            samples[index] = Float(0.5 * sin(2 * .pi * hertz * Double(frame) / sampleRate))
            frame += 1
        }
        buffer.pointee.mAudioDataByteSize = 4 * 4410
        AudioQueueEnqueueBuffer(queue!, buffer, 0, nil)
    }
}
