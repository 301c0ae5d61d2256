import Foundation
import OpenAL
import Simulation
import TestSupport
import Testing

/// What sources sound like: `openal.md`, cases 1 to 7.
@MainActor
@Suite("OpenAL sources", .enabled(if: BuildTraits.hasOpenAL))
struct OpenALSceneTests {
    @Test("a context without attributes has the phone's rate and Apple's extensions (case 1)")
    func context() throws {
        let stage = try GameStage()
        stage.app.run {
            #expect(alGetError() == AL_NO_ERROR)
            #expect(alcGetError(stage.device) == ALC_NO_ERROR)
            var rate: ALCint = 0
            alcGetIntegerv(stage.device, ALC_FREQUENCY, 1, &rate)
            #expect(rate == 48_000)
            #expect(alcGetContextsDevice(alcGetCurrentContext()) == stage.device)
            for name in ["ALC_EXT_MAC_OSX", "ALC_EXT_ASA", "ALC_EXT_CAPTURE"] {
                #expect(alcIsExtensionPresent(stage.device, name) == ALC_TRUE, "\(name)")
                #expect(alcIsExtensionPresent(nil, name) == ALC_TRUE, "\(name)")
            }
            let all = String(cString: alGetString(AL_EXTENSIONS)).split(separator: " ")
            for name in [
                "AL_EXT_STATIC_BUFFER", "AL_EXT_float32", "AL_EXT_SOURCE_NOTIFICATIONS",
                "AL_EXT_SOURCE_SPATIALIZATION", "AL_EXT_OFFSET", "AL_EXT_LINEAR_DISTANCE",
                "AL_EXT_EXPONENT_DISTANCE",
            ] {
                #expect(alIsExtensionPresent(name) == ALboolean(AL_TRUE), "\(name)")
                #expect(all.contains { $0.lowercased() == name.lowercased() }, "\(name)")
            }
            #expect(alIsExtensionPresent("AL_EXT_STATIC") == ALboolean(AL_FALSE))
        }
    }

    @Test("a stereo buffer is heard as it is, and its source stops after it (case 2)")
    func stereo() throws {
        let stage = try GameStage()
        let frames = 4800
        let buffer = stage.buffer(
            (0..<frames).flatMap { _ in [16_384, -8_192] as [Int16] }, channels: 2)
        let source = stage.source(buffer)
        stage.app.run { alSourcePlay(source) }
        #expect(stage.state(of: source) == AL_PLAYING)
        stage.pass(500)
        let heard = stage.heard(0..<500)
        let left = heard.side(0)
        let first = try #require(left.firstIndex { $0 != 0 })
        #expect(first < 2_400)
        // OpenAL Soft 1.19 gives the bits, 1.24 values that are one step less.
        let sound = first..<first + frames
        #expect(left[sound].allSatisfy { abs($0 - 0.5) < 1e-7 })
        #expect(heard.side(1)[sound].allSatisfy { abs($0 + 0.25) < 1e-7 })
        // It stops at once, or holds the last sample for the rest of a block and fades out.
        let rest = left[(first + frames)...]
        #expect(rest.first == 0 || zip(rest, rest.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(rest.dropFirst(256 + 64).allSatisfy { $0 == 0 })
        #expect(stage.state(of: source) == AL_STOPPED)
    }

    @Test("a mono source is heard from where it is (case 3)")
    func position() throws {
        let stage = try GameStage()
        let source = stage.loop()
        var sides: [(Float, Float)] = []
        for (x, z) in [(1, 0), (-1, 0), (0, -1)] as [(Float, Float)] {
            stage.app.run { alSource3f(source, AL_POSITION, x, 0, z) }
            stage.pass(300)
            sides.append((stage.heard.peak(0), stage.heard.peak(1)))
        }
        #expect(sides[0].0 < 0.001 && sides[0].1 > 0.4)
        #expect(sides[1].0 > 0.4 && sides[1].1 < 0.001)
        #expect(abs(sides[2].0 - sides[2].1) < 0.001 && sides[2].0 > 0.2)
    }

    @Test("the gain falls with the distance (case 4)")
    func distance() throws {
        let stage = try GameStage()
        let source = stage.loop()
        var peaks: [Float] = []
        for distance in [1, 2, 4] as [Float] {
            stage.app.run { alSource3f(source, AL_POSITION, 0, 0, -distance) }
            stage.pass(300)
            peaks.append(stage.heard.peak(0))
        }
        #expect(abs(peaks[1] / peaks[0] - 0.5) < 0.01)
        #expect(abs(peaks[2] / peaks[0] - 0.25) < 0.01)
    }

    @Test("a pitch of two is an octave up in half the time (case 5)")
    func pitch() throws {
        let stage = try GameStage()
        let source = stage.source(stage.buffer(tone(440, frames: 48_000)))
        stage.app.run {
            alSourcef(source, AL_PITCH, 2)
            alSourcePlay(source)
        }
        stage.pass(400)
        let frequency = try #require(stage.heard.frequency)
        #expect(abs(frequency - 880) < 2)
        #expect(stage.state(of: source) == AL_PLAYING)
        stage.pass(300)
        #expect(stage.state(of: source) == AL_STOPPED)
        #expect(stage.heard.isSilent)
    }

    @Test("a queue is processed buffer by buffer (case 6)")
    func queue() throws {
        let stage = try GameStage()
        let buffers = (0..<3).map { _ in stage.buffer([Int16](repeating: 8_192, count: 4800)) }
        let source = stage.source(0)
        stage.app.run {
            alSourceQueueBuffers(source, 3, buffers)
            alSourcePlay(source)
        }
        var counts: [ALint] = []
        for _ in 0..<40 {
            stage.pass(10)
            let count = stage.number(of: source, AL_BUFFERS_PROCESSED)
            if count != counts.last { counts.append(count) }
        }
        #expect(counts == [0, 1, 2, 3])
        #expect(stage.state(of: source) == AL_STOPPED)
        #expect(stage.number(of: source, AL_BUFFERS_QUEUED) == 3)
        let taken = stage.app.run {
            var taken: [ALuint] = [0, 0, 0]
            alSourceUnqueueBuffers(source, 3, &taken)
            return taken
        }
        #expect(taken == buffers)
        #expect(stage.app.run { alGetError() } == AL_NO_ERROR)
    }

    @Test("a loop has no gap, and its source tells that it has begun again (case 7)")
    func loops() throws {
        let stage = try GameStage()
        let source = stage.source(
            stage.buffer([Int16](repeating: 16_384, count: 9600), channels: 2), loops: true)
        let log = NotificationLog()
        try stage.app.run {
            try log.follow(source, ALuint(AL_QUEUE_HAS_LOOPED))
            alSourcePlay(source)
        }
        stage.pass(3_000)
        let heard = stage.heard(100..<3_000)
        #expect(heard.samples.allSatisfy { $0 == 0.5 })
        #expect((29...30).contains(log.entries.count))
        #expect(log.entries.allSatisfy { $0 == [source, ALuint(AL_QUEUE_HAS_LOOPED)] })
    }

    @Test("the app is told of states and of processed buffers, until it asks for no more")
    func notifications() throws {
        let stage = try GameStage()
        let source = stage.source(0)
        let buffers = (0..<2).map { _ in stage.buffer([Int16](repeating: 8_192, count: 9600)) }
        let log = NotificationLog()
        try stage.app.run {
            try log.follow(source, ALuint(AL_SOURCE_STATE))
            try log.follow(source, ALuint(AL_BUFFERS_PROCESSED))
            alSourceQueueBuffers(source, 2, buffers)
            alSourcePlay(source)
        }
        stage.pass(1_000)
        let (state, processed) = (ALuint(AL_SOURCE_STATE), ALuint(AL_BUFFERS_PROCESSED))
        #expect(log.entries.map(\.[1]) == [state, processed, state, processed])
        try stage.app.run {
            try log.forget(source, state)
            try log.forget(source, processed)
            alSourcePlay(source)
        }
        stage.pass(1_000)
        #expect(log.entries.count == 4)
    }
}
