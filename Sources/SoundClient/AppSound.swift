import AudioModel
import SoundMixer
import SoundServer
import Synchronization

/// One app's sound: its connection to a server, its mixer, its streams. Any thread.
///
/// A stream is known to the server by its number and sounds as a voice of the mixer; the server's
/// directives set the voice's gains and hold or end it.
public final class AppSound: @unchecked Sendable {
    public let mixer: Mixer
    public let environment: any AppEnvironment

    public init(mixer: Mixer, environment: any AppEnvironment) {
        self.mixer = mixer
        self.environment = environment
    }

    /// Asks the server for something that is not about a stream of this app's.
    public func request(_ request: AppRequest) throws(SessionError) {
        fatalError("interface sketch; the body is being written")
    }

    /// Starts a stream: the server decides, then the voice sounds (or runs unheard).
    ///
    /// - Parameters:
    ///   - appVolume: The app's own volume, 0…1.
    ///   - ended: Called once, on a control thread, when the stream is over: `true` when its sound
    ///     came to its end by itself, `false` when it was stopped, cut or could not be voiced.
    /// - Returns: The stream's number.
    public func startStream(
        _ kind: StreamKind, _ source: VoiceSource, appVolume: Float = 1,
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        fatalError("interface sketch; the body is being written")
    }

    /// Each of these does nothing on a stream that is over.
    public func pauseStream(_ number: Int) throws(SessionError) {}
    public func resumeStream(_ number: Int) throws(SessionError) {}
    public func stopStream(_ number: Int) throws(SessionError) {}
    public func setVolume(_ volume: Float, ofStream number: Int) throws(SessionError) {}

    /// What the voice of a running stream did in the last render; `nil` when it is over.
    public func meter(ofStream number: Int) -> Mixer.Meter? { nil }
}
