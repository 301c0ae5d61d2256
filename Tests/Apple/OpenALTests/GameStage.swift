import AVFAudio
import Foundation
import OpenAL
import Simulation
import Testing

/// A phone at full volume, with a game that has a device and a context of OpenAL.
@MainActor
final class GameStage {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    private(set) var device: OpaquePointer?
    private(set) var context: OpaquePointer?

    /// - Parameters:
    ///   - attributes: Those of the context; `nil` for none.
    ///   - prepare: Called before the device is opened.
    init(
        _ category: AVAudioSession.Category = .playback, backgroundModes: [String] = [],
        settings: SimulatedPhone.Settings = SimulatedPhone.Settings(), on stage: GameStage? = nil,
        attributes: [ALCint]? = nil, prepare: () -> Void = {}
    ) throws {
        var settings = settings
        settings.mediaVolume = 1
        phone = stage?.phone ?? SimulatedPhone(settings)
        if stage == nil { phone.onFinding = { Issue.record("\($0)") } }
        app = phone.launch(stage == nil ? "Game" : "Other", backgroundModes: backgroundModes)
        (device, context) = try app.run {
            try AVAudioSession.sharedInstance().setCategory(category)
            prepare()
            let device = alcOpenDevice(nil)
            let context = alcCreateContext(device, attributes)
            #expect(alcMakeContextCurrent(context) == ALC_TRUE)
            return (device, context)
        }
        #expect(device != nil && context != nil)
    }

    func pass(_ milliseconds: Int) { phone.advance(by: .milliseconds(milliseconds)) }

    /// The phone's time in milliseconds.
    var now: Int { Int(phone.now / .milliseconds(1)) }

    /// The game's output of a stretch of time, given in milliseconds.
    func heard(_ interval: Range<Int>) -> MeasuredOutput {
        phone.heard(
            from: app,
            during: .milliseconds(interval.lowerBound)..<(.milliseconds(interval.upperBound)))
    }

    /// The last tenth of a second of the game's output.
    var heard: MeasuredOutput { phone.heard(from: app) }

    /// Makes a buffer of frames of 16 bits.
    func buffer(_ samples: [Int16], channels: Int = 1, rate: Int32 = 48_000) -> ALuint {
        app.run {
            var buffer: ALuint = 0
            alGenBuffers(1, &buffer)
            alBufferData(
                buffer, channels == 1 ? AL_FORMAT_MONO16 : AL_FORMAT_STEREO16, samples,
                ALsizei(2 * samples.count), rate)
            #expect(alGetError() == AL_NO_ERROR)
            return buffer
        }
    }

    /// Makes a source, which plays a buffer.
    func source(_ buffer: ALuint, loops: Bool = false) -> ALuint {
        app.run {
            var source: ALuint = 0
            alGenSources(1, &source)
            alSourcei(source, AL_BUFFER, ALint(bitPattern: buffer))
            alSourcei(source, AL_LOOPING, loops ? 1 : 0)
            #expect(alGetError() == AL_NO_ERROR)
            return source
        }
    }

    /// Plays a tone over and over, in front of the listener.
    @discardableResult
    func loop(hertz: Double = 440) -> ALuint {
        let source = source(buffer(tone(hertz, frames: 48_000)), loops: true)
        app.run { alSourcePlay(source) }
        return source
    }

    func state(of source: ALuint) -> ALint { number(of: source, AL_SOURCE_STATE) }

    func number(of source: ALuint, _ property: ALenum) -> ALint {
        app.run {
            var value: ALint = 0
            alGetSourcei(source, property, &value)
            return value
        }
    }

    /// Activates or deactivates the game's session.
    func setActive(_ isActive: Bool) {
        app.run { try? AVAudioSession.sharedInstance().setActive(isActive) }
    }
}

/// A tone of half the full scale.
func tone(_ hertz: Double, frames: Int, rate: Double = 48_000) -> [Int16] {
    (0..<frames).map { Int16(16_384 * sin(2 * .pi * hertz * Double($0) / rate)) }
}

extension MeasuredOutput {
    /// The frames of one side: zero is the left.
    func side(_ channel: Int) -> [Float] {
        stride(from: channel, to: samples.count, by: 2).map { samples[$0] }
    }

    /// The largest sample of one side.
    func peak(_ channel: Int) -> Float { side(channel).map(abs).max() ?? 0 }
}

/// The function of an extension.
func extensionFunction<Function>(_ name: String, _ type: Function.Type) throws -> Function {
    let address = try #require(alcGetProcAddress(nil, name))
    return unsafeBitCast(address, to: type)
}
