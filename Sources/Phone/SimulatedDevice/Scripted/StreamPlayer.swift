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
    /// Whether the player waits for what it plays, or has failed for good; `nil` of one that always
    /// has it.
    var progress: PlayerProgress? { get }

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
    package var progress: PlayerProgress? { nil }
}

/// Whether a player has what it plays.
package enum PlayerProgress: Hashable, Sendable {
    case ready
    /// It has no stream yet, or its stream is silent until more has arrived.
    case waiting
    case failed
}

/// What a player plays.
package struct PlayerSound {
    /// The sound at its own speed.
    package var sound: StorySound
    /// The path of the sound's file; `nil` for a sound that has none.
    package var path: String?
    /// The address at which a server has it; `nil` for a sound of the phone.
    package var url: String?
    /// Whether the player is to be silent, while another stream of the story plays solo.
    package var isMuted = false
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
        let played = PlayedSound(
            spec: start.sound,
            sound: self.sound(start.sound, seed: lane.fullName, rate: start.rate),
            loops: loops, rate: start.rate)
        let late = LatePlayer(lane: lane, player: player, played: played)
        if !begin(late, in: app), player.progress != nil {
            app.latePlayers.append(late)
            noteProgress(of: player, lane.fullName)
        }
    }

    /// Takes note of a player's stream.
    ///
    /// - Returns: Whether the player has one.
    func begin(_ late: LatePlayer, in app: ScriptedApp) -> Bool {
        guard let number = late.player.stream else { return false }
        didStart(
            StreamID(app: app.id, number: number), late.lane, in: app.sound,
            playing: late.played)
        app.add(late.lane.name, number: number, late.lane.kind, late.player)
        noteProgress(of: late.player, late.lane.fullName)
        return true
    }

    private func playerSound(_ start: StreamStart, loops: Int, seed: String) -> PlayerSound {
        let isMuted = isMuted(seed)
        let heard = sound(start.sound, seed: seed)
        var sound = PlayerSound(isMuted ? heard.muted : heard)
        switch start.sound {
        case .file(let path): if !isMuted { sound.path = sounds.resolved(path) }
        case .address(let url): sound.url = url
        case .tone, .noise, .silence: break
        }
        sound.isMuted = isMuted
        (sound.loops, sound.rate, sound.volume) = (loops, start.rate, Float(start.volume))
        return sound
    }

    /// Takes note of the ends of players' streams, and of players that have begun other streams.
    func followPlayers() {
        for app in apps {
            followLatePlayers(of: app)
            for entry in app.streams where entry.player?.progress != nil {
                guard let player = entry.player else { continue }
                noteProgress(of: player, "\(app.declaration.name).\(entry.name)")
            }
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
