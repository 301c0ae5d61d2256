import AudioModel
import SoundServer
import Synchronization

/// What an app asked of the sound hardware, and what it is. Any thread.
///
/// Both faces of an app's session, the old one in C and the newer one, read and set the same.
public final class SessionHardware: Sendable {
    /// Wishes: the machine's own numbers hold all the same.
    public struct Wishes: Hashable, Sendable {
        /// Frames a second; zero for none.
        public var sampleRate = 0.0
        /// Seconds; zero for none.
        public var ioBufferDuration = 0.0
        public var inputChannelCount = 0
        public var outputChannelCount = 0
    }

    private weak let app: AppSound?
    private let asked = Mutex(Wishes())

    /// The app's; made at first use.
    public static func of(_ app: AppSound) -> SessionHardware {
        app.attachment { SessionHardware(app) }
    }

    private init(_ app: AppSound) {
        self.app = app
        app.addObserver { [weak self] in
            // The session is as at the beginning.
            if $0 == .mediaServicesLost { self?.asked.withLock { $0 = Wishes() } }
        }
    }

    public var wishes: Wishes {
        get { asked.withLock { $0 } }
        set { asked.withLock { $0 = newValue } }
    }

    /// Changes one wish, and leaves those alone that others change meanwhile.
    public func wish(_ change: (inout Wishes) -> Void) {
        asked.withLock { change(&$0) }
    }

    /// Frames a second of the output.
    public var sampleRate: Double { app?.mixer.outputRate ?? 0 }

    /// Seconds of sound that are rendered at a time.
    public var ioBufferDuration: Double {
        let rate = sampleRate
        return rate > 0 ? Double(Self.framesAtATime) / rate : 0
    }

    /// Channels of the microphone in use; zero for a session without input.
    public func inputChannelCount(of session: SessionSnapshot) -> Int {
        session.route.inputs.isEmpty ? 0 : Self.inputChannelCountMax
    }

    /// Channels of the output in use; zero for a session without output.
    public func outputChannelCount(of session: SessionSnapshot) -> Int {
        session.route.outputs.isEmpty ? 0 : Self.outputChannelCountMax
    }

    /// Seconds from the microphone to the app; zero for a session without input.
    public func inputLatency(of session: SessionSnapshot) -> Double {
        session.route.inputs.isEmpty ? 0 : ioBufferDuration
    }

    /// Seconds from the app to the speaker.
    public var outputLatency: Double { ioBufferDuration }

    public static let inputChannelCountMax = 1
    public static let outputChannelCountMax = 2
    private static let framesAtATime = 1024
}
