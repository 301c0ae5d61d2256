import AudioModel
import AudioToolbox
import Simulation
import TestSupport
import Testing

@Suite("What an audio queue tolerates")
struct AudioQueueKindnessTests {
    private let stage = StagedQueue.stage()

    @Test("is a count of packets without descriptions, of packets that are alike")
    func countAlone() {
        for format in [nil, AudioStreamBasicDescription.monoIMA4] {
            let queue = StagedQueue(stage.open("Player"), on: stage, format: format)
            let buffer = queue.buffer([Float](repeating: 0.25, count: 34 * 480))
            // The count may be any: bytes say how many packets there are.
            for count: UInt32 in [1, 480, .max] {
                #expect(
                    queue.app.run { AudioQueueEnqueueBuffer(queue.queue, buffer, count, nil) }
                        == (count == 1 ? noErr : kAudioQueueErr_BufferInQueue))
            }
            let other = queue.buffer([Float](repeating: 0.25, count: 34 * 480))
            #expect(
                queue.app.run {
                    AudioQueueEnqueueBufferWithParameters(
                        queue.queue, other, 7, nil, 0, 0, 0, nil, nil, nil)
                } == noErr)
            #expect(queue.start() == noErr)
            queue.stop(false)
            queue.pass(20_000)
            #expect(queue.done == [0, 1])
            if format == nil {
                #expect(queue.app.channel(0, 0..<2 * 34 * 480).allSatisfy { $0 == 0.25 })
            }
        }
    }

    @Test(
        "is not a count without descriptions where packets differ",
        .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
    func countOfDiffering() throws {
        var format = AudioStreamBasicDescription.coded(kAudioFormatMPEGLayer3, rate: 48_000)
        format.mFramesPerPacket = 1152
        var made: AudioQueueRef?
        let app = stage.open("Player")
        let status = app.run {
            AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made)
        }
        try #require(status == noErr)
        let queue = try #require(made)
        defer { app.run { _ = AudioQueueDispose(queue, true) } }
        var buffer: AudioQueueBufferRef?
        #expect(AudioQueueAllocateBuffer(queue, 1000, &buffer) == noErr)
        buffer?.pointee.mAudioDataByteSize = 1000
        #expect(AudioQueueEnqueueBuffer(queue, buffer, 3, nil) == kAudio_ParamError)
        #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == kAudio_ParamError)
    }

    @Test("is a size of zero for a property that has one size")
    func sizeOfZero() {
        let queue = StagedQueue(stage.open("Player"), on: stage)
        func size(_ property: AudioQueuePropertyID, _ room: UnsafeMutableRawPointer) -> (
            OSStatus, UInt32
        ) {
            var size: UInt32 = 0
            let status = AudioQueueGetProperty(queue.queue, property, room, &size)
            return (status, size)
        }
        var number: UInt32 = 7
        #expect(size(kAudioQueueProperty_IsRunning, &number) == (noErr, 4))
        #expect(number == 0)
        var rate = 0.0
        #expect(size(kAudioQueueDeviceProperty_SampleRate, &rate) == (noErr, 8))
        #expect(rate > 0)
        var format = AudioStreamBasicDescription()
        #expect(size(kAudioQueueProperty_StreamDescription, &format) == (noErr, 40))
        #expect(format.mSampleRate == 48_000)
        // What is as long as the queue makes it needs its room.
        var isOn: UInt32 = 1
        AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &isOn, 4)
        var level = AudioQueueLevelMeterState(mAveragePower: 5, mPeakPower: 5)
        #expect(
            size(kAudioQueueProperty_CurrentLevelMeter, &level)
                == (kAudioQueueErr_InvalidPropertySize, 0))
        #expect(level.mPeakPower == 5)
        // And too little room is still too little.
        var small: UInt32 = 3
        #expect(
            AudioQueueGetProperty(queue.queue, kAudioQueueProperty_IsRunning, &number, &small)
                == kAudioQueueErr_InvalidPropertySize)
    }
}

extension AudioStreamBasicDescription {
    /// Apple's IMA4 of one channel at the stage's rate.
    static var monoIMA4: AudioStreamBasicDescription {
        var format = coded(kAudioFormatAppleIMA4, channels: 1, rate: 48_000)
        format.mBytesPerPacket = 34
        format.mFramesPerPacket = 64
        return format
    }
}
