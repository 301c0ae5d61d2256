import AudioModel
import HostLinux
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// A server for this process alone, with one app in the foreground.
struct EmbeddedPhone {
    let app: AppSound
    private let server: Server

    /// Both volumes are up: the machine has its own.
    ///
    /// - Parameter outputRate: Frames a second, within `Mixer.outputRates`.
    init(outputRate: Double) {
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        configuration.ringerVolume = 1
        let environment = LinuxEnvironment(label: "sori.play")
        let server = Server(
            configuration: configuration,
            clock: MachineClock(LinuxClock(queue: environment.queue)))
        self.server = server
        // Without a device: who plays starts it when the sound is there, and stops it when the last
        // frame has been heard.
        app = AppSound(mixer: Mixer(outputRate: outputRate), environment: environment) {
            server.connect(AppDescription(name: "sori", backgroundModes: ["audio"]), $0)
        }
        server.open(app.connection.app)
    }
}

/// The machine's clock, as a server wants it.
private final class MachineClock: ServerClock {
    private let clock: LinuxClock

    init(_ clock: LinuxClock) {
        self.clock = clock
    }

    var now: HostTime { LinuxClock.now }

    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        if let time {
            clock.schedule(at: time, block)
        } else {
            clock.cancel()
        }
    }
}

extension AppSound {
    /// Starts a player's stream in the category.
    ///
    /// - Throws: What the policy says against it.
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

    /// Why a stream that runs is not heard; `nil` when it is.
    func silence(ofStream number: Int) -> String? {
        guard let verdict = connection.verdict(ofStream: number), verdict.state == .silent else {
            return nil
        }
        return verdict.reasons.map(\.sentence).joined(separator: "; ")
    }
}
