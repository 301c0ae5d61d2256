import OpenAL
import Simulation
import TestSupport
import Testing

/// Errors of calls that are wrong, and the life of devices and contexts.
@MainActor
@Suite("OpenAL errors", .enabled(if: BuildTraits.hasOpenAL))
struct OpenALErrorTests {
    @Test("a device has a name, and no other one opens")
    func deviceNames() throws {
        let phone = SimulatedPhone()
        let app = phone.launch("Game")
        app.run {
            #expect(String(cString: alcGetString(nil, ALC_DEFAULT_DEVICE_SPECIFIER)) == "Sori")
            let microphone = alcGetString(nil, ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER)
            #expect(microphone.map { String(cString: $0) } == "Sori Microphone")
            #expect(alcOpenDevice("Another") == nil)
            #expect(alcGetError(nil) == ALC_INVALID_VALUE)
            #expect(alcGetError(nil) == ALC_NO_ERROR)
            let device = alcOpenDevice("Sori")
            #expect(device != nil)
            #expect(alcCloseDevice(device) == ALC_TRUE)
            #expect(alcCloseDevice(device) == ALC_FALSE)
        }
    }

    @Test("handles that are none are errors, and nothing else happens")
    func unknownHandles() throws {
        let stage = try GameStage()
        stage.app.run {
            let none = OpaquePointer(bitPattern: 0x1234)
            #expect(alcCreateContext(none, nil) == nil)
            #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
            #expect(alcMakeContextCurrent(none) == ALC_FALSE)
            #expect(alcGetError(nil) == ALC_INVALID_CONTEXT)
            alcDestroyContext(none)
            alcSuspendContext(none)
            alcProcessContext(none)
            #expect(alcGetContextsDevice(none) == nil)
            #expect(alcGetError(nil) == ALC_INVALID_CONTEXT)
            #expect(alcGetError(none) == ALC_INVALID_DEVICE)
            alcCaptureStart(none)
            alcCaptureStop(none)
            alcCaptureSamples(none, nil, 1)
            #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
            #expect(alcGetString(nil, 1) == nil)
            #expect(alcGetError(nil) == ALC_INVALID_ENUM)
            #expect(alcGetCurrentContext() == stage.context)
        }
    }

    @Test("unknown sources, buffers and constants are errors, of which the first is kept")
    func sourceErrors() throws {
        let stage = try GameStage()
        stage.app.run {
            alSourcePlay(999)
            #expect(alGetError() == AL_INVALID_NAME)
            alSourcef(999, AL_GAIN, 1)
            alDistanceModel(1)
            #expect(alGetError() == AL_INVALID_NAME)
            #expect(alGetError() == AL_NO_ERROR)
            var wrong: ALuint = 999
            alDeleteSources(1, &wrong)
            #expect(alGetError() == AL_INVALID_NAME)
            alBufferData(999, AL_FORMAT_MONO16, nil, 0, 48_000)
            #expect(alGetError() == AL_INVALID_NAME)
        }
    }

    @Test("a source can be deleted while it plays, and looking at it is no error of the app's")
    func deletion() throws {
        let stage = try GameStage()
        var source = stage.loop()
        let other = stage.loop(hertz: 880)
        stage.pass(200)
        stage.app.run { alDeleteSources(1, &source) }
        stage.pass(500)
        #expect(stage.app.run { alGetError() } == AL_NO_ERROR)
        #expect(stage.app.run { alIsSource(source) } == ALboolean(AL_FALSE))
        let frequency = try #require(stage.heard.frequency)
        #expect(abs(frequency - 880) < 2)
        #expect(stage.state(of: other) == AL_PLAYING)
    }

    @Test("a device has several contexts, and is silent when the last one is destroyed")
    func severalContexts() throws {
        let stage = try GameStage()
        stage.loop(hertz: 440)
        let second = stage.app.run { () -> OpaquePointer? in
            let second = alcCreateContext(stage.device, nil)
            alcMakeContextCurrent(second)
            return second
        }
        stage.loop(hertz: 880)
        stage.pass(300)
        #expect(stage.heard.contains(hertz: 440) && stage.heard.contains(hertz: 880))
        // A device stands still when all of its contexts are suspended, not before.
        stage.app.run { alcSuspendContext(second) }
        stage.pass(300)
        #expect(!stage.heard.isSilent)
        stage.app.run {
            alcDestroyContext(second)
            #expect(alcGetCurrentContext() == nil)
        }
        stage.pass(300)
        #expect(stage.heard.contains(hertz: 440) && !stage.heard.contains(hertz: 880))
        stage.app.run { alcDestroyContext(stage.context) }
        stage.pass(300)
        #expect(stage.heard.isSilent)
    }
}
