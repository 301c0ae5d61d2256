package import AudioModel
import Foundation
import OpenAL
package import ScenarioLanguage
package import SimulatedDevice
import SoundMixer
package import SoundClient

/// Lets the apps of a measurement play through OpenAL, as games do.
package struct OpenALPlayers: StreamPlayerFactory {
    package init() {}

    package func makes(_ kind: PlayerKind) -> Bool { kind == .unit }

    package func makePlayer(
        _ kind: PlayerKind, of sound: PlayerSound, in app: AppSound
    ) throws(SessionError) -> any StreamPlayer { try OpenALStream(sound, in: app) }
}

/// A sound that a source of OpenAL plays, on a device and in a context of its own, by the calls of a
/// game. What the session refuses is silent, without an error.
///
/// Ownership: the app's code, which runs on one thread of the simulator's.
private final class OpenALStream: StreamPlayer {
    private let device: OpaquePointer
    private let context: OpaquePointer
    private var source: ALuint = 0
    private var buffer: ALuint = 0

    /// Limit of repetitions, which are queued at once.
    private static let repetitionsMax = 1_000

    init(_ sound: PlayerSound, in app: AppSound) throws(SessionError) {
        guard case .buffer(let samples) = sound.sound, sound.loops < Self.repetitionsMax else {
            throw .badParam
        }
        guard let device = alcOpenDevice(nil) else { throw .unspecified }
        guard let context = alcCreateContext(device, nil) else {
            alcCloseDevice(device)
            throw .unspecified
        }
        (self.device, self.context) = (device, context)
        alcMakeContextCurrent(context)
        alGenBuffers(1, &buffer)
        alGenSources(1, &source)
        let pairs = Self.pairs(samples, sound)
        alBufferData(
            buffer, alGetEnumValue("AL_FORMAT_STEREO_FLOAT32"), pairs,
            ALsizei(pairs.count * MemoryLayout<Float>.size), ALsizei(samples.sampleRate))
        if sound.loops < 0 {
            alSourcei(source, AL_BUFFER, ALint(bitPattern: buffer))
            alSourcei(source, AL_LOOPING, 1)
        } else {
            let queue = [ALuint](repeating: buffer, count: sound.loops + 1)
            alSourceQueueBuffers(source, ALsizei(queue.count), queue)
        }
        alSourcef(source, AL_PITCH, Float(sound.rate))
        alSourcef(source, AL_GAIN, sound.volume)
        guard alGetError() == AL_NO_ERROR else { throw .badParam }
    }

    deinit { close() }

    /// Pairs of samples, which OpenAL passes as they are; it places one channel in space.
    private static func pairs(_ buffer: SoundBuffer, _ sound: PlayerSound) -> [Float] {
        guard var generator = try? sound.sound.makeGenerator() else { return [] }
        var samples = [Float](repeating: 0, count: buffer.frameCount * buffer.channelCount)
        guard generator.take(&samples, buffer.frameCount) == buffer.frameCount else { return [] }
        return buffer.channelCount == 1 ? samples.flatMap { [$0, $0] } : samples
    }

    /// A device has a stream, but no player that is asked for it.
    var stream: Int? { nil }

    var isOver: Bool {
        alcMakeContextCurrent(context)
        var state: ALint = 0
        alGetSourcei(source, AL_SOURCE_STATE, &state)
        return state == AL_STOPPED
    }

    func prepare() {}

    func play() {
        alcMakeContextCurrent(context)
        alSourcePlay(source)
    }

    func pause() {
        alcMakeContextCurrent(context)
        alSourcePause(source)
    }

    func stop() {
        alcMakeContextCurrent(context)
        alSourceStop(source)
    }

    func setVolume(_ volume: Float) {
        alcMakeContextCurrent(context)
        alSourcef(source, AL_GAIN, volume)
    }

    private func close() {
        alcMakeContextCurrent(nil)
        alcDestroyContext(context)
        alcCloseDevice(device)
    }
}
