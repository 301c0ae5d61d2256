import AVFAudio
import Foundation
import OpenAL
import Simulation
import TestSupport
import Testing

/// Apple's extensions and capture: `openal.md`, cases 17 to 20.
@MainActor
@Suite("OpenAL extensions", .enabled(if: BuildTraits.hasOpenAL))
struct OpenALExtensionTests {
    @Test("the mixer's output rate is that of the next context (case 17)")
    func outputRate() throws {
        let stage = try GameStage(prepare: {
            let set = try? extensionFunction(
                "alcMacOSXMixerOutputRate", alcMacOSXMixerOutputRateProcPtr.self)
            set?(22_050)
        })
        try stage.app.run {
            let get = try extensionFunction(
                "alcMacOSXGetMixerOutputRate", alcMacOSXGetMixerOutputRateProcPtr.self)
            #expect(get() == 22_050)
            var rate: ALCint = 0
            alcGetIntegerv(stage.device, ALC_FREQUENCY, 1, &rate)
            #expect(rate == 22_050)
        }
        stage.loop(hertz: 441)
        let high = stage.loop(hertz: 16_000)
        stage.pass(500)
        let frequency = try #require(stage.heard.frequency)
        #expect(abs(frequency - 441) < 1)
        #expect(!stage.heard.contains(hertz: 16_000))
        #expect(stage.state(of: high) == AL_PLAYING)
    }

    @Test("a static buffer keeps its sound when the app overwrites the data (case 18)")
    func staticBuffer() throws {
        let stage = try GameStage()
        let buffer = stage.buffer([0])
        try stage.app.run {
            let fill = try extensionFunction("alBufferDataStatic", alBufferDataStaticProcPtr.self)
            let data = UnsafeMutablePointer<Int16>.allocate(capacity: 9_600)
            data.initialize(repeating: 16_384, count: 9_600)
            fill(ALint(buffer), AL_FORMAT_STEREO16, data, 19_200, 48_000)
            data.update(repeating: -1, count: 9_600)
            data.deallocate()
            #expect(alGetError() == AL_NO_ERROR)
        }
        let source = stage.source(buffer, loops: true)
        stage.app.run { alSourcePlay(source) }
        stage.pass(500)
        #expect(stage.heard.samples.allSatisfy { $0 == 0.5 })
    }

    @Test("the microphone is captured at another rate (case 19)")
    func capture() throws {
        let stage = try GameStage(.playAndRecord)
        stage.phone.makeSound(hertz: 440)
        let capture = stage.app.run { () -> OpaquePointer? in
            let capture = alcCaptureOpenDevice(nil, 16_000, AL_FORMAT_MONO16, 16_000)
            alcCaptureStart(capture)
            #expect(alcGetError(capture) == ALC_NO_ERROR)
            return capture
        }
        stage.pass(500)
        stage.app.run {
            var waiting: ALCint = 0
            alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 1, &waiting)
            #expect(abs(waiting - 8_000) < 400)
            var samples = [Int16](repeating: 0, count: Int(waiting))
            alcCaptureSamples(capture, &samples, waiting)
            #expect(alcGetError(capture) == ALC_NO_ERROR)
            #expect(samples.map { abs(Int($0)) }.max() ?? 0 > 1_000)
            let rises = zip(samples, samples.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }
            let seconds = Double(waiting) / 16_000
            #expect(abs(Double(rises) / seconds - 440) < 20)
            alcCaptureSamples(capture, &samples, 1)
            #expect(alcGetError(capture) == ALC_INVALID_VALUE)
            #expect(alcCaptureCloseDevice(capture) == ALC_TRUE)
            #expect(alcCaptureCloseDevice(capture) == ALC_FALSE)
        }
    }

    @Test("capture fails in a category without input, and gives silence without permission (19)")
    func refusedCapture() throws {
        let stage = try GameStage(.ambient)
        stage.app.run {
            let capture = alcCaptureOpenDevice(nil, 16_000, AL_FORMAT_MONO16, 16_000)
            alcCaptureStart(capture)
            #expect(alcGetError(capture) == ALC_INVALID_VALUE)
            var waiting: ALCint = -1
            alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 1, &waiting)
            #expect(waiting == 0)
            alcCaptureCloseDevice(capture)
        }
        var settings = SimulatedPhone.Settings()
        settings.microphone = .denied
        let denied = try GameStage(.playAndRecord, settings: settings)
        denied.phone.makeSound(hertz: 440)
        let capture = denied.app.run { () -> OpaquePointer? in
            let capture = alcCaptureOpenDevice(nil, 48_000, AL_FORMAT_STEREO16, 48_000)
            alcCaptureStart(capture)
            return capture
        }
        denied.pass(300)
        denied.app.run {
            var waiting: ALCint = 0
            alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 1, &waiting)
            var samples = [Int16](repeating: 1, count: 2 * Int(waiting))
            alcCaptureSamples(capture, &samples, waiting)
            #expect(samples.allSatisfy { $0 == 0 })
            alcCaptureCloseDevice(capture)
        }
    }

    @Test("reverb sounds on after its source, which sends to it (case 20)")
    func reverb() throws {
        var tails: [Bool] = []
        for send in [1, 0] as [ALfloat] {
            let stage = try GameStage()
            let source = stage.source(stage.buffer(tone(440, frames: 9_600)))
            try stage.app.run {
                try setListener(ALC_ASA_REVERB_ON, 1)
                try setListener(ALC_ASA_REVERB_ROOM_TYPE, ALC_ASA_REVERB_ROOM_TYPE_Cathedral)
                try setSource(source, ALC_ASA_REVERB_SEND_LEVEL, send)
                #expect(try sourceValue(source, ALC_ASA_REVERB_SEND_LEVEL) == send)
                alSourcePlay(source)
            }
            stage.pass(1_500)
            tails.append(!stage.heard(1_300..<1_500).isSilent)
        }
        #expect(tails == [true, false])
    }

    @Test("a wall around a source attenuates it, and a thing before it (case 20)")
    func occlusion() throws {
        let stage = try GameStage()
        let source = stage.loop()
        stage.pass(300)
        let level = stage.heard.level
        for property in [ALC_ASA_OCCLUSION, ALC_ASA_OBSTRUCTION] {
            try stage.app.run { try setSource(source, property, -100) }
            stage.pass(300)
            #expect(stage.heard.level < level - 60)
            try stage.app.run { try setSource(source, property, 0) }
            stage.pass(300)
            #expect(abs(stage.heard.level - level) < 0.5)
        }
    }

    @Test("properties of sound in space that do not exist, and values out of range, are errors")
    func spaceErrors() throws {
        let stage = try GameStage()
        let source = stage.source(stage.buffer([0]))
        try stage.app.run {
            let listener = try extensionFunction(
                "alcASASetListener", alcASASetListenerProcPtr.self)
            let sources = try extensionFunction("alcASASetSource", alcASASetSourceProcPtr.self)
            var (room, send) = (ALint(13), ALfloat(2))
            #expect(listener(ALuint(ALC_ASA_REVERB_ROOM_TYPE), &room, 4) == AL_INVALID_VALUE)
            #expect(listener(1, &room, 4) == AL_INVALID_ENUM)
            #expect(
                sources(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, &send, 4) == AL_INVALID_VALUE)
            #expect(sources(ALuint(ALC_ASA_OCCLUSION), 999, &send, 4) == AL_INVALID_NAME)
            #expect(sources(ALuint(ALC_ASA_OCCLUSION), source, &send, 3) == AL_INVALID_VALUE)
            #expect(alGetError() == AL_NO_ERROR)
        }
    }

    @Test("every function and constant is found by its name, others are not")
    func names() throws {
        let stage = try GameStage()
        stage.app.run {
            for name in [
                "alSourcePlay", "alcOpenDevice", "alBufferDataStatic", "alcMacOSXRenderingQuality",
                "alSourceRenderingQuality", "alcASAGetListener", "alGenEffects",
            ] {
                #expect(alcGetProcAddress(nil, name) != nil, "\(name)")
                #expect(alGetProcAddress(name) != nil, "\(name)")
            }
            #expect(alcGetProcAddress(nil, "alSourceFly") == nil)
            #expect(alcGetEnumValue(nil, "ALC_ASA_REVERB_ON") == ALC_ASA_REVERB_ON)
            #expect(alGetEnumValue("AL_FORMAT_MONO_FLOAT32") == 0x10010)
            #expect(alGetEnumValue("AL_FORMAT_SMELL") == 0)
        }
    }

    private func setListener(_ property: ALint, _ value: ALint) throws {
        let set = try extensionFunction("alcASASetListener", alcASASetListenerProcPtr.self)
        var value = value
        #expect(set(ALuint(property), &value, 4) == AL_NO_ERROR)
        let get = try extensionFunction("alcASAGetListener", alcASAGetListenerProcPtr.self)
        var (back, size): (ALint, ALuint) = (-1, 4)
        #expect(get(ALuint(property), &back, &size) == AL_NO_ERROR)
        #expect(back == value && size == 4)
    }

    private func setSource(_ source: ALuint, _ property: ALint, _ value: ALfloat) throws {
        let set = try extensionFunction("alcASASetSource", alcASASetSourceProcPtr.self)
        var value = value
        #expect(set(ALuint(property), source, &value, 4) == AL_NO_ERROR)
    }

    private func sourceValue(_ source: ALuint, _ property: ALint) throws -> ALfloat {
        let get = try extensionFunction("alcASAGetSource", alcASAGetSourceProcPtr.self)
        var (value, size): (ALfloat, ALuint) = (-1, 4)
        #expect(get(ALuint(property), source, &value, &size) == AL_NO_ERROR)
        return value
    }
}
