import SoundServer
import SoundPolicy
import SoundClient
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A recording queue's rules")
struct QueueRecordingRulesTests {
    private let sound = MeasuredOutput.noise(seconds: 3)

    @Test("does not start unless the category may record", arguments: SessionCategory.allCases)
    func category(category: SessionCategory) throws {
        let phone = try RecordingStage(hearing: sound, category: category)
        let recorder = phone.recorder(.integers())
        recorder.enqueue(bytes: 4_000)
        let mayRecord: Set<SessionCategory> = [.record, .playAndRecord, .multiRoute]
        let status = phone.app.run { AudioQueueStart(recorder.queue, nil) }
        #expect(
            status
                == (mayRecord.contains(category)
                    ? noErr : SessionError.cannotStartRecording.rawValue))
        #expect(phone.microphone.isOpen == mayRecord.contains(category))
    }

    @Test("does not start under the category that an app is given")
    func defaultCategory() throws {
        let phone = try RecordingStage(hearing: sound, category: nil)
        let recorder = phone.recorder(.integers())
        // '!rec'.
        #expect(phone.app.run { AudioQueueStart(recorder.queue, nil) } == 561_145_187)
    }

    @Test("starts under it where an untouched session lets an input start, and hears the room")
    func untouchedSession() throws {
        let phone = try RecordingStage(hearing: sound, category: nil) {
            $0.untouchedSessionRecords = true
        }
        let recorder = phone.started()
        // In silent mode, too.
        phone.stage.server.send(.ringSwitchMoved(.silent))
        phone.advance(0.5)
        #expect(phone.microphone.isOpen)
        #expect(recorder.samples16.contains { $0 != 0 })
    }

    @Test("does not start there once the app has asked for playback")
    func touchedSession() throws {
        let phone = try RecordingStage(hearing: sound, category: .playback) {
            $0.untouchedSessionRecords = true
        }
        let recorder = phone.recorder(.integers())
        #expect(phone.app.run { AudioQueueStart(recorder.queue, nil) } == 561_145_187)
    }

    @Test("records silence without permission")
    func permission() throws {
        let phone = try RecordingStage(hearing: sound, permission: .denied)
        let recorder = phone.started()
        phone.advance(0.5)
        #expect(recorder.filled.count >= 4)
        #expect(recorder.samples16.allSatisfy { $0 == 0 })
    }

    @Test("waits through a call and goes on with the same buffers when it is started again")
    func interruption() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started()
        phone.advance(0.5)
        // When a call comes, then it stands still and cannot be started.
        phone.stage.server.send(.callArrived)
        phone.advance(0.5)
        let count = recorder.filled.count
        #expect(recorder.running == [1, 0])
        #expect(
            phone.app.run { AudioQueueStart(recorder.queue, nil) }
                == SessionError.insufficientPriority.rawValue)
        // When it has ended and the app starts the queue, then it goes on.
        phone.stage.server.send(.callDeclined)
        phone.advance(0.5)
        #expect(recorder.filled.count == count)
        try phone.app.sound.request(.activate)
        phone.start(recorder)
        phone.advance(0.5)
        #expect(recorder.filled.count > count)
        #expect(recorder.running == [1, 0, 1])
        #expect(recorder.errors == [])
    }

    @Test("refuses what cannot be done with its buffers")
    func buffers() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        let other = phone.recorder(.integers())
        recorder.enqueue(1, bytes: 4_000)
        other.enqueue(1, bytes: 4_000)
        phone.app.run {
            let queue = recorder.queue!
            let buffer = recorder.buffers[0]
            #expect(
                AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice
            )
            #expect(
                AudioQueueEnqueueBuffer(queue, other.buffers[0], 0, nil)
                    == kAudioQueueErr_InvalidBuffer)
            #expect(AudioQueueFreeBuffer(queue, buffer) == kAudioQueueErr_BufferInQueue)
            #expect(
                AudioQueueEnqueueBufferWithParameters(
                    queue, buffer, 0, nil, 0, 0, 0, nil, nil, nil)
                    == kAudioQueueErr_InvalidQueueType)
            // One that holds no frame could never be filled.
            var tiny: AudioQueueBufferRef?
            #expect(AudioQueueAllocateBuffer(queue, 3, &tiny) == noErr)
            #expect(AudioQueueEnqueueBuffer(queue, tiny!, 0, nil) == kAudioQueueErr_InvalidBuffer)
        }
    }

    @Test("refuses what only a queue that plays can do")
    func direction() throws {
        let phone = try RecordingStage(hearing: sound)
        let queue = try #require(phone.recorder(.integers()).queue)
        phone.app.run {
            #expect(AudioQueuePrime(queue, 0, nil) == kAudioQueueErr_InvalidQueueType)
            var volume: Float = 0
            #expect(
                AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &volume)
                    == kAudioQueueErr_InvalidQueueType)
            var size: UInt32 = 0
            #expect(
                AudioQueueGetPropertySize(queue, kAudioQueueProperty_EnableTimePitch, &size)
                    == kAudioQueueErr_InvalidProperty)
            #expect(AudioQueueFlush(queue) == noErr)
            #expect(AudioQueueStop(queue, true) == noErr)
        }
    }

    @Test("is not made of formats that contradict themselves or cannot be coded")
    func formats() throws {
        let phone = try RecordingStage(hearing: sound)
        var planar = AudioStreamBasicDescription.integers()
        planar.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
        var wrong = AudioStreamBasicDescription.integers()
        wrong.mBytesPerFrame = 3
        for format in [
            planar, wrong, .integers(rate: -1), .integers(rate: .nan), .integers(channels: 0),
        ] {
            #expect(phone.recorder(format).creation == kAudioFileUnsupportedDataFormatError)
        }
        for id in [kAudioFormatMPEGLayer3, 0x7878_7878] {
            #expect(phone.recorder(.coded(id)).creation == kAudioQueueErr_CodecNotFound)
        }
    }
}
