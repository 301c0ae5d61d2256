import AudioModel
import Glibc
import SoundMixer
public import SoundServer
import Synchronization

/// The preferred and the actual values of the sound hardware for one app. Any thread.
///
/// Audio Session Services and `AVAudioSession` share it.
public final class SessionHardware: Sendable {
    /// Preferred values. All but the duration of a render cycle are remembered only; the machine's
    /// own values stay in effect.
    public struct Preferences: Hashable, Sendable {
        /// The preferred sample rate in frames a second; zero for none.
        public var sampleRate = 0.0
        /// The preferred duration in seconds; zero for none.
        public var ioBufferDuration = 0.0
        /// The preferred number of input channels; zero for none.
        public var inputChannelCount = 0
        /// The preferred number of output channels; zero for none.
        public var outputChannelCount = 0
    }

    private weak let app: AppSound?
    private let stored = Mutex(Preferences())

    /// Returns the app's object; created at first use.
    public static func of(_ app: AppSound) -> SessionHardware {
        app.attachment { SessionHardware(app) }
    }

    private init(_ app: AppSound) {
        self.app = app
        app.addObserver { [weak self] in
            // The session returns to its defaults.
            if $0 == .mediaServicesLost { self?.preferences = Preferences() }
        }
    }

    /// The preferred values.
    public var preferences: Preferences {
        get { stored.withLock { $0 } }
        set { setPreferences { $0 = newValue } }
    }

    /// Changes preferred values under the lock, so that concurrent changes of others are kept.
    public func setPreferences(_ change: (inout Preferences) -> Void) {
        let (before, duration) = stored.withLock { preferences in
            let before = preferences.ioBufferDuration
            change(&preferences)
            return (before, preferences.ioBufferDuration)
        }
        guard duration != before else { return }
        app?.device?.requestBlockFrames(duration > 0 ? blockFrames(for: duration) : nil)
        app?.recordings.followRequests()
    }

    /// The frames of the render cycle that comes closest to a duration in seconds: a power of two,
    /// as hardware has it.
    private func blockFrames(for duration: Double) -> Int {
        let wanted = min(
            max(duration * sampleRate, Double(Self.blockFramesMin)), Double(Self.blockFramesMax))
        return 1 << Int(log2(wanted).rounded())
    }

    /// The output's sample rate in frames a second.
    public var sampleRate: Double { app?.mixer.outputRate ?? 0 }

    /// The duration of one render cycle, in seconds: the one that the device was asked for last,
    /// or without a device the one that a device would be asked for.
    public var ioBufferDuration: Double {
        let rate = sampleRate
        guard rate > 0, let app else { return 0 }
        if let device = app.device { return Double(device.blockFrames) / rate }
        let preferred = preferences.ioBufferDuration
        return Double(preferred > 0 ? blockFrames(for: preferred) : Self.usualBlockFrames) / rate
    }

    /// The number of channels of the input in use; zero for a session without input.
    public func inputChannelCount(of session: SessionSnapshot) -> Int {
        session.route.inputs.isEmpty ? 0 : Self.inputChannelCountMax
    }

    /// The number of channels of the output in use; zero for a session without output.
    public func outputChannelCount(of session: SessionSnapshot) -> Int {
        session.route.outputs.isEmpty ? 0 : Self.outputChannelCountMax
    }

    /// The latency from the microphone to the app, in seconds; zero for a session without input.
    public func inputLatency(of session: SessionSnapshot) -> Double {
        session.route.inputs.isEmpty ? 0 : ioBufferDuration
    }

    /// The latency from the app to the speaker, in seconds.
    public var outputLatency: Double { ioBufferDuration }

    /// The largest number of input channels.
    public static let inputChannelCountMax = 1
    /// The largest number of output channels.
    public static let outputChannelCountMax = 2
    private static let usualBlockFrames = 1024
    /// The render cycles that can be asked for, in frames.
    private static let blockFramesMin = 64
    private static let blockFramesMax = 4096
}
