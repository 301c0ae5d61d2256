import AudioModel
import SoundClient
import SoundPolicy
import SoundServer
import Testing

@Suite("A recording")
struct RecordingTests {
    @Test("opens the microphone when it begins, and closes it when nobody records any more")
    func device() throws {
        // Given an app that may record.
        let app = RecordingApp()
        #expect(!app.microphone.isOpen)
        // When two recordings begin and end.
        let first = try app.record()
        let second = try app.record()
        #expect(app.microphone.isOpen)
        try app.sound.stopStream(first.number)
        app.environment.runAll()
        #expect(app.microphone.isOpen)
        try app.sound.stopStream(second.number)
        app.environment.runAll()
        // Then the microphone is closed, and each recording has ended once.
        #expect(!app.microphone.isOpen)
        #expect(first.log.endings == [false])
        #expect(second.log.endings == [false])
    }

    @Test("refused by the category, leaves the microphone closed")
    func refusal() throws {
        let app = RecordingApp(category: nil)
        #expect(throws: SessionError.cannotStartRecording) { try app.record() }
        #expect(app.microphone.openCount == 0)
    }

    @Test("fails when the microphone cannot be used, and is forgotten")
    func brokenDevice() throws {
        let app = RecordingApp()
        app.microphone.isBroken = true
        #expect(throws: SessionError.resourceNotAvailable) { try app.record() }
        #expect(app.sound.connection.verdict(ofStream: 1)?.state != .audible)
        // When the device works again, then another recording begins.
        app.microphone.isBroken = false
        _ = try app.record()
        #expect(app.microphone.isOpen)
    }

    @Test("hears what the microphone hears, each from its own beginning")
    func hearing() throws {
        let app = RecordingApp()
        let first = try app.record()
        app.microphone.deliver([1, 2, 3, 4])
        let second = try app.record()
        app.microphone.deliver([5, 6])
        #expect(first.log.samples == [1, 2, 3, 4, 5, 6])
        #expect(second.log.samples == [5, 6])
        #expect(second.log.positions == [4])
    }

    @Test("does not hear what was said before it began and nobody has taken yet")
    func staleSound() throws {
        let app = RecordingApp()
        let first = try app.record()
        app.microphone.deliver([1, 2], services: false)
        let second = try app.record()
        app.microphone.deliver([3])
        #expect(first.log.samples == [1, 2, 3])
        #expect(second.log.samples == [3])
    }

    @Test("hears nothing while its app holds it")
    func pause() throws {
        let app = RecordingApp()
        let recording = try app.record()
        app.microphone.deliver([1])
        try app.sound.pauseStream(recording.number)
        app.environment.runAll()
        app.microphone.deliver([2])
        try app.sound.resumeStream(recording.number)
        app.environment.runAll()
        app.microphone.deliver([3])
        #expect(recording.log.samples == [1, 3])
        #expect(recording.log.transports == [.held, .running])
    }

    @Test("hears silence while its app has muted the input, and goes on in place")
    func muted() throws {
        let app = RecordingApp()
        let (_, log) = try app.record()
        app.microphone.deliver([0.1, 0.2])
        app.sound.isInputMuted = true
        app.microphone.deliver([0.3, 0.4])
        app.sound.isInputMuted = false
        app.microphone.deliver([0.5])
        #expect(log.samples == [0.1, 0.2, 0, 0, 0.5])
        #expect(app.microphone.openCount == 1)
    }

    @Test("is held by a call, whatever its app does")
    func interruption() throws {
        let app = RecordingApp()
        let recording = try app.record()
        app.microphone.deliver([1])
        app.server.send(.callArrived)
        app.environment.runAll()
        app.microphone.deliver([2])
        #expect(recording.log.samples == [1])
        #expect(recording.log.transports == [.held])
        #expect(throws: SessionError.insufficientPriority) { try app.record() }
    }

    @Test(
        "is silence without permission, and goes on",
        arguments: [MicrophonePermission.denied, .undetermined])
    func permission(permission: MicrophonePermission) throws {
        let app = RecordingApp(permission: permission)
        let recording = try app.record()
        app.microphone.deliver([1, 2])
        #expect(recording.log.samples == [0, 0])
        let verdict = try #require(app.sound.connection.verdict(ofStream: recording.number))
        #expect(verdict.state == .silent)
        #expect(verdict.reasons.map(\.kind) == [.microphoneDenied])
    }

    @Test("does not care about the media volume")
    func volume() throws {
        let app = RecordingApp(mediaVolume: 0)
        let recording = try app.record()
        app.microphone.deliver([1])
        #expect(recording.log.samples == [1])
    }
}
