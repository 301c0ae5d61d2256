import AudioModel
import SoundMixer
public import SoundServer
import Synchronization

/// The preferred and the actual values of the sound hardware for one app. Any thread.
///
/// Audio Session Services and `AVAudioSession` share it.
public final class SessionHardware: Sendable {
    /// Preferred values. They are remembered only; the machine's own values stay in effect.
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
            if $0 == .mediaServicesLost { self?.stored.withLock { $0 = Preferences() } }
        }
    }

    /// The preferred values.
    public var preferences: Preferences {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    /// Changes preferred values under the lock, so that concurrent changes of others are kept.
    public func setPreferences(_ change: (inout Preferences) -> Void) {
        stored.withLock { change(&$0) }
    }

    /// The output's sample rate in frames a second.
    public var sampleRate: Double { app?.mixer.outputRate ?? 0 }

    /// The duration of one render cycle, in seconds.
    public var ioBufferDuration: Double {
        let rate = sampleRate
        return rate > 0 ? Double(Self.framesAtATime) / rate : 0
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
    private static let framesAtATime = 1024
}
