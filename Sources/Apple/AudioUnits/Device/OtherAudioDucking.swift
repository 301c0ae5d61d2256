package import AudioEffects
package import SoundClient
import Synchronization

/// How a voice processor lowers the app's other sound while it runs.
package struct OtherAudioDuckingSettings: Hashable, Sendable {
    /// How far; the numbers are Apple's.
    package enum Level: UInt32, Sendable {
        case usual = 0
        case minimum = 10
        case middle = 20
        case maximum = 30

        /// The gain of other sound.
        package var gain: Float {
            switch self {
            case .minimum: 0.5
            case .usual, .middle: 0.25
            case .maximum: 0.1
            }
        }
    }

    /// Whether other sound is lowered at all.
    package var isEnabled = true
    /// Whether it is lowered only while somebody speaks, at this end or at the other.
    package var isAdvanced = false
    package var level = Level.usual

    package init(isAdvanced: Bool = false, level: Level = .usual) {
        (self.isAdvanced, self.level) = (isAdvanced, level)
    }
}

/// Lowers an app's other sound for a voice processor.
///
/// Ownership: a mutex; the app's sound is called with it, and calls nothing back.
package final class OtherAudioDucking: Sendable {
    private weak let app: AppSound?
    private let state = Mutex(State())

    private struct State: Sendable {
        var settings = OtherAudioDuckingSettings()
        var isRunning = false
        /// The stream of the processor's own sound.
        var stream: Int?
        /// What hears the microphone, and what hears the other end.
        var near: SpeechActivityDetector?
        var far: SpeechActivityDetector?

        var gain: Float? {
            guard isRunning, settings.isEnabled else { return nil }
            let speaks = near?.isActive ?? false || far?.isActive ?? false
            return settings.isAdvanced && !speaks ? nil : settings.level.gain
        }
    }

    package init(_ app: AppSound) { self.app = app }

    deinit { app?.setOtherAudioGain(nil, by: ObjectIdentifier(self), except: nil) }

    package var settings: OtherAudioDuckingSettings {
        get { state.withLock { $0.settings } }
        set { change { $0.settings = newValue } }
    }

    /// Begins, with the processor.
    ///
    /// - Parameter stream: Of the processor's own sound; `nil` for one that only records.
    package func begin(stream: Int?) {
        change { state in
            (state.isRunning, state.stream) = (true, stream)
            (state.near, state.far) = (nil, nil)
        }
    }

    package func end() { change { $0.isRunning = false } }

    private func change(_ body: (inout sending State) -> Void) {
        state.withLock { state in
            body(&state)
            app?.setOtherAudioGain(state.gain, by: ObjectIdentifier(self), except: state.stream)
        }
    }

    // MARK: Speech

    /// Whether it is of use to tell what is heard.
    package var listens: Bool {
        state.withLock { $0.isRunning && $0.settings.isEnabled && $0.settings.isAdvanced }
    }

    /// Takes what has been captured.
    package func hear(_ sound: CapturedSound, sampleRate: Double) {
        guard listens else { return }
        change { state in
            var detector = state.near ?? SpeechActivityDetector(sampleRate: sampleRate)
            _ = detector.detect(sound)
            state.near = detector
        }
    }

    /// Takes what the processor plays: the other end.
    package func hear(
        played samples: PlanarSamples, frameCount: Int, channelCount: Int, sampleRate: Double
    ) {
        guard listens, channelCount > 0 else { return }
        var detector =
            state.withLock { $0.far } ?? SpeechActivityDetector(sampleRate: sampleRate)
        _ = detector.detect(frameCount: frameCount, channelCount: channelCount) {
            samples[$1][$0]
        }
        change { $0.far = detector }
    }
}
