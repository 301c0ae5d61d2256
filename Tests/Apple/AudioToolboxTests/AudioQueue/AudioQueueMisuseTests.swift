import AudioModel
import AudioToolbox
import Simulation
import SoundClient
import TestSupport
import Testing
import TimePitch

@Suite("An audio queue refuses")
struct AudioQueueMisuseTests {
    private let stage = StagedQueue.stage()

    private func queue() -> StagedQueue {
        StagedQueue(stage.open("Player"), on: stage)
    }

    @Test("an empty buffer, and one that says it holds more than it can")
    func emptyBuffer() {
        let queue = queue()
        let buffer = queue.buffer([0, 0, 0])
        buffer.pointee.mAudioDataByteSize = 0
        #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudioQueueErr_BufferEmpty)
        buffer.pointee.mAudioDataByteSize = 13
        #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudio_ParamError)
    }

    @Test("a buffer of another queue's, and a pointer to nothing")
    func foreignBuffer() throws {
        let queue = queue()
        let other = StagedQueue(queue.app, on: stage)
        let buffer = other.buffer([0, 0])
        #expect(
            AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudioQueueErr_InvalidBuffer)
        #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_InvalidBuffer)
        let nowhere = try #require(AudioQueueBufferRef(bitPattern: 8))
        #expect(
            AudioQueueEnqueueBuffer(queue.queue, nowhere, 0, nil) == kAudioQueueErr_InvalidBuffer)
        #expect(AudioQueueEnqueueBuffer(queue.queue, nil, 0, nil) == kAudio_ParamError)
    }

    @Test("to free or to take a buffer that is enqueued")
    func enqueuedBuffer() {
        let queue = queue()
        let buffer = queue.add(0.5, frames: 100)
        #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_BufferInQueue)
        #expect(
            AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudioQueueErr_BufferInQueue)
        queue.play(for: 100)
        #expect(AudioQueueFreeBuffer(queue.queue, buffer) == noErr)
        #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_InvalidBuffer)
    }

    @Test(
        "time-pitch while it runs, and its algorithm while it is off",
        .enabled(if: TimePitch.isAvailable, "built without SoundTouch"))
    func timePitch() {
        let queue = queue()
        let algorithm = kAudioQueueProperty_TimePitchAlgorithm
        let varispeed = kAudioQueueTimePitchAlgorithm_Varispeed
        #expect(queue.set(algorithm, varispeed) == kAudioQueueErr_InvalidRunState)
        #expect(queue.set(kAudioQueueProperty_EnableTimePitch, 1) == noErr)
        #expect(queue.set(algorithm, varispeed) == noErr)
        #expect(queue.set(algorithm, 5) == kAudioQueueErr_InvalidPropertyValue)
        queue.start()
        #expect(queue.set(kAudioQueueProperty_EnableTimePitch, 0) == kAudioQueueErr_InvalidRunState)
        #expect(queue.set(algorithm, varispeed) == kAudioQueueErr_InvalidRunState)
    }

    @Test("a cookie and a codec policy once it is primed")
    func primed() {
        let queue = queue()
        let cookie: [UInt8] = [1, 2, 3]
        func setCookie() -> OSStatus {
            AudioQueueSetProperty(queue.queue, kAudioQueueProperty_MagicCookie, cookie, 3)
        }
        #expect(setCookie() == noErr)
        let policy = kAudioQueueProperty_HardwareCodecPolicy
        #expect(queue.set(policy, 9) == kAudioQueueErr_InvalidPropertyValue)
        queue.add(0.5, frames: 100)
        #expect(setCookie() == kAudioQueueErr_InvalidRunState)
        AudioQueuePrime(queue.queue, 0, nil)
        #expect(queue.set(policy, 1) == kAudioQueueErr_InvalidRunState)
    }

    @Test("to start with a hardware decoder only: there is none")
    func hardwareCodec() {
        let queue = queue()
        let policy = kAudioQueueHardwareCodecPolicy_UseHardwareOnly
        #expect(queue.set(kAudioQueueProperty_HardwareCodecPolicy, policy) == noErr)
        queue.add(0.5, frames: 100)
        #expect(queue.start() == kAudioQueueErr_InvalidCodecAccess)
        #expect(AudioQueuePrime(queue.queue, 0, nil) == kAudioQueueErr_InvalidCodecAccess)
    }

    @Test("parameters and properties that are not there, and values of another size")
    func unknownNames() {
        let queue = queue()
        var value: Float = 0.25
        #expect(AudioQueueGetParameter(queue.queue, 99, &value) == kAudioQueueErr_InvalidParameter)
        #expect(AudioQueueSetParameter(queue.queue, 99, 1) == kAudioQueueErr_InvalidParameter)
        #expect(value == 0.25)
        var number: UInt32 = 7
        var size: UInt32 = 3
        let running = kAudioQueueProperty_IsRunning
        #expect(
            AudioQueueGetProperty(queue.queue, running, &number, &size)
                == kAudioQueueErr_InvalidPropertySize)
        #expect(number == 7 && size == 3)
        size = 4
        #expect(
            AudioQueueGetProperty(queue.queue, 0x3F3F_3F3F, &number, &size)
                == kAudioQueueErr_InvalidProperty)
        #expect(queue.set(running, 1) == kAudioQueueErr_InvalidProperty)
        #expect(
            AudioQueueSetProperty(
                queue.queue, kAudioQueueProperty_EnableLevelMetering, &number, 2)
                == kAudioQueueErr_InvalidPropertySize)
        #expect(AudioQueueGetPropertySize(queue.queue, running, &size) == noErr && size == 4)
    }

    @Test("levels while it does not measure them, and its time while it is stopped")
    func notNow() {
        let queue = queue()
        var states = [AudioQueueLevelMeterState()]
        var size: UInt32 = 8
        #expect(
            AudioQueueGetProperty(
                queue.queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size)
                == kAudioQueueErr_InvalidPropertyValue)
        #expect(
            AudioQueueGetCurrentTime(queue.queue, nil, nil, nil) == kAudioQueueErr_InvalidRunState)
    }

    @Test("formats that contradict themselves or cannot be played")
    func formats() {
        let app = stage.open("Player")
        func make(_ change: (inout AudioStreamBasicDescription) -> Void) -> OSStatus {
            var format = AudioStreamBasicDescription.floats(44_100, channels: 2)
            change(&format)
            var queue: AudioQueueRef?
            return app.run {
                defer { if let queue { _ = AudioQueueDispose(queue, true) } }
                return AudioQueueNewOutput(&format, stagedQueueCallback, nil, nil, nil, 0, &queue)
            }
        }
        let wrong = kAudioFileUnsupportedDataFormatError
        #expect(make { _ in } == noErr)
        #expect(make { $0.mChannelsPerFrame = 0 } == wrong)
        #expect(make { $0.mChannelsPerFrame = 1000 } == wrong)
        #expect(make { $0.mSampleRate = .nan } == wrong)
        #expect(make { $0.mSampleRate = 1e12 } == wrong)
        #expect(make { $0.mBytesPerPacket = 7 } == wrong)
        #expect(make { $0.mFramesPerPacket = 0 } == wrong)
        #expect(make { $0.mBytesPerFrame = 0 } == wrong)
        #expect(make { $0.mFormatFlags |= kAudioFormatFlagIsNonInterleaved } == wrong)
        #expect(make { $0.mFormatID = kAudioFormatQDesign } == kAudioQueueErr_CodecNotFound)
    }

    @Test("descriptions of packets that are not in the buffer")
    func descriptions() {
        var format = AudioStreamBasicDescription.coded(kAudioFormatMPEGLayer3)
        format.mFramesPerPacket = 1152
        let app = stage.open("Player")
        var queue: AudioQueueRef?
        let status = app.run {
            AudioQueueNewOutput(&format, stagedQueueCallback, nil, nil, nil, 0, &queue)
        }
        // A build without FFmpeg has no decoder for it.
        guard status == noErr, let queue else {
            #expect(status == kAudioQueueErr_CodecNotFound)
            return
        }
        defer { AudioQueueDispose(queue, true) }
        var buffer: AudioQueueBufferRef!
        AudioQueueAllocateBuffer(queue, 100, &buffer)
        buffer.pointee.mAudioDataByteSize = 100
        #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == kAudio_ParamError)
        for (start, frames, size) in [
            (-1, 0, 10), (0, 0, 101), (100, 0, 1), (Int64.max, 0, 10), (0, 1 << 30, 10),
        ] as [(Int64, UInt32, UInt32)] {
            let packet = [
                AudioStreamPacketDescription(
                    mStartOffset: start, mVariableFramesInPacket: frames, mDataByteSize: size)
            ]
            #expect(AudioQueueEnqueueBuffer(queue, buffer, 1, packet) == kAudio_ParamError)
        }
    }

    @Test("everything once the media services were reset, until it is disposed of")
    func mediaServices() {
        let queue = queue()
        queue.add(0.5, frames: 48_000)
        queue.play(for: 100)
        queue.app.sound.receive(.mediaServicesReset)
        #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_QueueInvalidated)
        #expect(AudioQueueStop(queue.queue, true) == kAudioQueueErr_QueueInvalidated)
        var buffer: AudioQueueBufferRef?
        #expect(
            AudioQueueAllocateBuffer(queue.queue, 10, &buffer) == kAudioQueueErr_QueueInvalidated)
        queue.pass(100)
        #expect(queue.heard(from: 121, to: 200).allSatisfy { $0 == 0 })
        #expect(AudioQueueDispose(queue.queue, true) == noErr)
    }

    @Test("what is no queue at all")
    func noQueue() throws {
        let nothing = try #require(AudioQueueRef(bitPattern: 0x7FFF_FFFF))
        #expect(AudioQueueStart(nothing, nil) == kAudioQueueErr_QueueInvalidated)
        #expect(AudioQueueStart(nil, nil) == kAudio_ParamError)
        #expect(AudioQueueDispose(nothing, false) == kAudioQueueErr_QueueInvalidated)
    }
}
