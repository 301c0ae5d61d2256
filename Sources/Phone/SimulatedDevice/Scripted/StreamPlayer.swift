package import AudioCodecs
package import AudioModel
package import ScenarioLanguage
import SimulationReports
package import SoundClient

/// Makes players of Apple's classes for a scripted phone. A module above the classes and the phone
/// implements it.
package protocol StreamPlayerFactory: Sendable {
    /// Whether it makes players of a kind; the phone plays others itself.
    func makes(_ kind: PlayerKind) -> Bool

    /// Makes a player that has neither started nor asked the session for anything. Called as the
    /// app's code.
    func makePlayer(
        _ kind: PlayerKind, of sound: PlayerSound, in app: AppSound
    ) throws(SessionError) -> any StreamPlayer
}

/// A player of one sound, by the calls of an app.
///
/// Every method is called as the app's code.
package protocol StreamPlayer: AnyObject {
    /// The number of the stream that the player has now; `nil` without one.
    var stream: Int? { get }
    /// Whether the sound has ended or was stopped, so that nothing resumes it.
    var isOver: Bool { get }
    /// Whether the player follows interruptions, routes and remote commands by itself, and the app
    /// leaves that to it.
    var followsPhone: Bool { get }

    /// Prepares it, without sound.
    func prepare() throws(SessionError)
    /// Starts or resumes it.
    func play() throws(SessionError)
    func pause()
    func stop()
    /// Sets the app's own volume of it, 0…1.
    func setVolume(_ volume: Float)
}

extension StreamPlayer {
    package var followsPhone: Bool { false }
}

/// What a player plays.
package struct PlayerSound {
    /// The sound at its own speed.
    package var sound: StorySound
    /// The path of the sound's file; `nil` for a sound that has none.
    package var path: String?
    /// Repetitions; −1 for endless.
    package var loops = 0
    package var rate = 1.0
    package var volume: Float = 1

    package init(_ sound: StorySound) {
        self.sound = sound
    }
}

extension StorySound {
    /// Returns what generates the sound's samples, from its start.
    package func makeGenerator() throws(FormatError) -> any SampleGenerator {
        switch self {
        case .buffer(let buffer): BufferGenerator(buffer)
        case .stream(let make, _): try make()
        }
    }
}

// MARK: - A phone's players

extension ScriptedPhone {
    /// Starts a stream, or prepares it, through a player of the factory's.
    func startPlayer(
        _ start: StreamStart, _ kind: PlayerKind, of factory: any StreamPlayerFactory,
        in app: ScriptedApp, isHeld: Bool = false
    ) throws(SessionError) {
        guard isFree(start.stream, in: app) else { return }
        let lane = StreamLane(
            app: app.declaration.name, name: start.stream, sound: start.sound.plainText,
            kind: kind.streamKind)
        willStart(lane)
        if kind == .music { try app.stopMusic() }
        let loops = if case .more(let count) = start.loops { count } else { -1 }
        let sound = playerSound(start, loops: loops, seed: lane.fullName)
        let player = try app.calling { () throws(SessionError) in
            let player = try factory.makePlayer(kind, of: sound, in: app.sound)
            try isHeld ? player.prepare() : player.play()
            return player
        }
        guard let number = player.stream else { return }
        let played = PlayedSound(
            spec: start.sound,
            sound: self.sound(start.sound, seed: lane.fullName, rate: start.rate),
            loops: loops, rate: start.rate)
        didStart(
            StreamID(app: app.id, number: number), lane, in: app.sound, playing: played)
        app.add(start.stream, number: number, lane.kind, player)
    }

    private func playerSound(_ start: StreamStart, loops: Int, seed: String) -> PlayerSound {
        let isMuted = isMuted(seed)
        let heard = sound(start.sound, seed: seed)
        var sound = PlayerSound(isMuted ? heard.muted : heard)
        if case .file(let path) = start.sound, !isMuted { sound.path = sounds.resolved(path) }
        (sound.loops, sound.rate, sound.volume) = (loops, start.rate, Float(start.volume))
        return sound
    }

    /// Takes note of the ends of players' streams, and of players that have begun other streams.
    func followPlayers() {
        for app in apps {
            for entry in app.playersToFollow {
                guard let player = entry.player else { continue }
                let number = entry.number
                if player.isOver {
                    guard app.sound.transport(ofStream: number) == nil else { continue }
                    forget(StreamID(app: app.id, number: number))
                } else if let stream = player.stream, stream != number {
                    app.renumber(number, as: stream)
                    didReplace(
                        "\(app.declaration.name).\(entry.name)",
                        with: StreamID(app: app.id, number: stream), in: app.sound)
                }
            }
        }
    }
}
