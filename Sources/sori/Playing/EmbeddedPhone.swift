import AudioModel
import HostLinux
import SoundClient
import SoundMixer
import SoundPolicy
import SoundRuntime
import SoundServer

/// A server in this process, with one app in the foreground.
struct EmbeddedPhone {
    let app: AppSound
    private let server: Server

    /// Both volumes are at full scale, because the machine has its own.
    ///
    /// - Parameters:
    ///   - outputRate: Frames per second, within `Mixer.outputRates`.
    ///   - input: The input device, for recording.
    ///   - output: The output device, at the same rate, which the app starts and stops as needed.
    ///     Without one, the player starts a device when the sound is there, and stops it after the
    ///     last frame.
    init(
        outputRate: Double, input: (any InputDevice)? = nil, output: (any OutputDevice)? = nil
    ) {
        let environment = LinuxEnvironment(label: "sori.play")
        let server = Server(
            configuration: .embedded, clock: LinuxClock(queue: environment.queue))
        self.server = server
        app = AppSound(
            mixer: Mixer(outputRate: outputRate), environment: environment, device: output,
            inputDevice: input
        ) {
            server.connect(AppDescription(name: "sori", backgroundModes: ["audio"]), $0)
        }
        server.open(app.connection.app)
    }
}

extension AppSound {
    /// Starts a player's stream under a session of the category.
    ///
    /// - Throws: A `ProgramError` with the policy's refusal.
    func startPlaying(
        _ feed: VoiceFeed, _ request: PlayRequest, isHeld: Bool = false,
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(ProgramError) -> Int {
        do throws(SessionError) {
            if connection.session.category != request.category {
                try self.request(.setCategory(request.category, .default, [], .default))
            }
            return try startStream(
                .player, .feed(feed), appVolume: Float(request.volume), isHeld: isHeld,
                ended: ended)
        } catch {
            let code = StatusCode.matching(String(error.rawValue)).first
            let words = code.map { "\($0.name), \($0.meaning)" } ?? "\(error)"
            throw ProgramError(
                error == .resourceNotAvailable ? .deviceMissing : .wrongUse,
                "it may not play: \(words)", in: request.path, advice: "try another --category")
        }
    }

    /// The reason why a running stream is not heard; `nil` if it is heard.
    func silence(ofStream number: Int) -> String? {
        guard let verdict = connection.verdict(ofStream: number), verdict.state == .silent else {
            return nil
        }
        return verdict.reasons.map(\.sentence).joined(separator: "; ")
    }
}
