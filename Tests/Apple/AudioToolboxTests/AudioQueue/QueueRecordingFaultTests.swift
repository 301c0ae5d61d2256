import SoundServer
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import SoundPolicy
import Synchronization
import TestSupport
import Testing

@Suite("Recording queues, misused")
struct QueueRecordingFaultTests {
    private let sound = MeasuredOutput.noise(seconds: 2)

    @Test("may be disposed of by their own callback", arguments: [true, false])
    func disposalFromWithin(immediately: Bool) throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        recorder.disposal = immediately
        recorder.enqueue(bytes: 4_410 * 4)
        phone.start(recorder)
        phone.advance(1)
        #expect(recorder.filled.map(\.packets).first == 4_410)
        #expect(recorder.filled.count <= 3)
        #expect(
            phone.app.run { AudioQueuePause(recorder.queue) } == kAudioQueueErr_QueueInvalidated)
        #expect(!phone.microphone.isOpen)
    }

    @Test("capture the same input, a hundred at once")
    func many() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorders = (0..<100).map { _ in phone.recorder(.integers()) }
        for recorder in recorders {
            recorder.enqueue(bytes: 4_410 * 4)
            phone.start(recorder)
        }
        phone.advance(0.35)
        let first = recorders[0].bytes
        #expect(first.count >= 3 * 4_410 * 4)
        #expect(recorders.allSatisfy { $0.bytes == first })
        for recorder in recorders {
            phone.app.run { _ = AudioQueueDispose(recorder.queue, true) }
        }
        phone.advance(0.1)
        #expect(!phone.microphone.isOpen)
    }

    @Test("are lost with the app's process, and take nothing any more")
    func appEnds() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started()
        phone.advance(0.5)
        phone.stage.end(phone.app, .killed)
        phone.advance(0.1)
        let count = recorder.filled.count
        phone.advance(0.5)
        #expect(recorder.filled.count == count)
        #expect(!phone.microphone.isOpen)
    }

    @Test("are invalid once the media services were reset, until they are disposed of")
    func mediaServices() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started()
        phone.advance(0.5)
        phone.stage.server.send(.mediaServicesLost)
        phone.stage.server.send(.mediaServicesReset)
        phone.advance(0.1)
        let count = recorder.filled.count
        phone.advance(0.5)
        #expect(recorder.filled.count == count)
        #expect(!phone.microphone.isOpen)
        let statuses = phone.app.run {
            [
                AudioQueueStart(recorder.queue, nil), AudioQueueStop(recorder.queue, true),
                AudioQueuePause(recorder.queue), AudioQueueReset(recorder.queue),
            ]
        }
        #expect(statuses.allSatisfy { $0 == kAudioQueueErr_QueueInvalidated })
        #expect(phone.app.run { AudioQueueDispose(recorder.queue, true) } == noErr)
    }

    /// A microphone that may not be there.
    private final class Plugged: InputDevice {
        let sampleRate = 48_000.0
        let channelCount = 1
        let isThere = Mutex(false)

        func start(_ sink: InputSink) throws(DeviceError) {
            guard isThere.withLock({ $0 }) else {
                throw DeviceError(what: "no microphone", why: "none is plugged in", advice: "")
            }
        }

        func stop() {}
    }

    @Test("cannot start without a microphone, and can when there is one")
    func noMicrophone() throws {
        var configuration = PolicyConfiguration()
        configuration.microphone = .granted
        let microphone = Plugged()
        let phone = VirtualPhone(configuration)
        let app = phone.open("Recorder", microphone: microphone)
        try app.sound.request(.setCategory(.playAndRecord, .default, [], .default))
        let recorder = app.run { TestRecorder(.integers()) }
        recorder.enqueue(bytes: 4_410 * 4)
        #expect(app.run { AudioQueueStart(recorder.queue, nil) } == kAudioQueueErr_CannotStart)
        phone.pass(.milliseconds(500))
        #expect(recorder.filled.isEmpty && recorder.running.isEmpty)
        microphone.isThere.withLock { $0 = true }
        #expect(app.run { AudioQueueStart(recorder.queue, nil) } == noErr)
        #expect(app.run { AudioQueueDispose(recorder.queue, true) } == noErr)
    }

    @Test("report an underrun when a callback is slow, and do not stall each other")
    func slowNeighbour() throws {
        let phone = try RecordingStage(hearing: sound)
        let slow = phone.recorder(.integers())
        let other = phone.recorder(.integers())
        slow.reenqueues = false
        for recorder in [slow, other] {
            recorder.enqueue(bytes: 4_410 * 4)
            phone.start(recorder)
        }
        phone.advance(1)
        #expect(slow.errors == [UInt32(bitPattern: kAudioQueueErr_RecordUnderrun)])
        #expect(other.errors == [])
        let frames = Int(other.packetCounts.reduce(0, +))
        #expect(other.samples16 == MeasuredOutput.steps16(sound, frames: 0..<frames))
    }
}
