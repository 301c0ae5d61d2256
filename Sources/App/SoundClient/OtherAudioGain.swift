import AudioModel
import SoundMixer
import Synchronization

// What a voice chat of the app does to the app's other sound.

/// The gains that voice processors ask for.
struct OtherAudioGains {
    private struct Entry: Equatable {
        var gain: Float
        /// The processor's own stream; `nil` for one that only records.
        var stream: Int?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// - Returns: Whether something has changed.
    mutating func set(_ gain: Float?, by owner: ObjectIdentifier, stream: Int?) -> Bool {
        let former = entries[owner]
        entries[owner] = gain.map { Entry(gain: $0, stream: stream) }
        return former != entries[owner]
    }

    /// The gain of a stream.
    func gain(ofStream number: Int) -> Float {
        entries.values.reduce(1) { $1.stream == number ? $0 : min($0, $1.gain) }
    }
}

extension AppSound.State {
    /// The gain that voice processors leave a stream.
    func gain(ofOther stream: AppSound.Stream, _ number: Int) -> Float {
        stream.isSessionSound ? otherAudio.gain(ofStream: number) : 1
    }
}

extension AppSound {
    /// Lowers the app's other sound, in the stage of ducking, or with `nil` lets it rise again.
    ///
    /// System sounds are not lowered, nor is what other apps play.
    ///
    /// - Parameters:
    ///   - owner: What asks for it. Of several the lowest gain counts.
    ///   - stream: The owner's own stream.
    package func setOtherAudioGain(
        _ gain: Float?, by owner: ObjectIdentifier, except stream: Int?
    ) {
        state.withLock { state in
            guard state.otherAudio.set(gain, by: owner, stream: stream) else { return }
            for (number, voice) in state.voices {
                guard let stream = state.streams[number] else { continue }
                let gain = stream.directive.duckGain * state.gain(ofOther: stream, number)
                mixer.setGain(voice, .duck, to: gain, ramp: Self.otherAudioRamp)
            }
        }
    }

    /// How long the app's other sound takes to be lowered.
    private static let otherAudioRamp = HostInterval.milliseconds(500)
}
