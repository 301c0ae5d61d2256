import AudioModel
import ScenarioLanguage
import SoundClient
import SoundServer

// How a simulated app reacts to remote commands.

/// The tracks that an app has played and paused, as far as its next and play commands need them.
struct Playlist {
    /// The tracks in the order in which each was first played.
    private(set) var tracks: [StreamStart] = []
    /// Index of the current track in `tracks`.
    private(set) var current: Int?
    /// The streams that were paused last, together.
    var held: [Int] = []

    /// Limit of tracks that are remembered.
    static let tracksMax = 1_000

    /// Records that a track begins, started by the app or by a command.
    mutating func note(_ start: StreamStart) {
        held = []
        if let index = tracks.firstIndex(of: start) { return current = index }
        guard tracks.count < Self.tracksMax else { return }
        tracks.append(start)
        current = tracks.count - 1
    }

    var currentTrack: StreamStart? { current.map { tracks[$0] } }

    /// The track `steps` positions further on; the first one follows the last.
    func track(_ steps: Int) -> StreamStart? {
        current.map { tracks[(($0 + steps) % tracks.count + tracks.count) % tracks.count] }
    }
}

extension ScriptedApp {
    /// Carries out a remote command.
    func obey(_ command: RemoteCommand) {
        guard !leavesCommandsToPlayer else { return }
        switch command {
        case .play: play()
        case .pause: pauseByCommand()
        case .togglePlayPause:
            if runningPlayback.isEmpty || !isSessionActive { play() } else { pauseByCommand() }
        case .stop: stopByCommand()
        case .nextTrack: skip(1)
        case .previousTrack: skip(-1)
        case .skipForward, .skipBackward, .seekForward, .seekBackward, .changePosition,
            .changeRate, .changeRepeatMode, .changeShuffleMode, .rating, .like, .dislike,
            .bookmark, .enableLanguageOption, .disableLanguageOption:
            break  // The tracks of a story have no positions to move to.
        }
    }

    /// Resumes whatever was paused, for any reason, or starts the current track.
    private func play() {
        guard runningPlayback.isEmpty || !isSessionActive else { return }
        let waiting = streamsToResume
        guard !waiting.isEmpty else {
            if let track = playlist.currentTrack { try? start(track) }
            return
        }
        guard (try? sound.request(.activate)) != nil else { return wait(for: waiting) }
        isInterrupted = false
        for number in waiting { try? resume(number) }
        playlist.held = []
    }

    private var streamsToResume: [Int] {
        let held = playlist.held.filter { number in streams.contains { $0.number == number } }
        if !held.isEmpty { return held }
        let chosen = playback.filter { !pausedByChoice.contains($0) }
        if !chosen.isEmpty { return chosen }
        return playlist.currentTrack.flatMap { number(of: $0.stream) }.map { [$0] } ?? []
    }

    /// Remembers to play these streams at the end of the present interruption.
    private func wait(for streams: [Int]) {
        guard isInterrupted else { return }
        pausedForInterruption = streams
        pausedByChoice.removeAll { streams.contains($0) }
        resumesAtEnd = true
    }

    private func pauseByCommand() {
        let numbers = runningPlayback + pausedForInterruption
        guard !numbers.isEmpty else { return }
        for number in numbers { pauseForGood(number) }
        pausedForInterruption = []
        resumesAtEnd = false
        playlist.held = numbers
    }

    private func stopByCommand() {
        for number in playback { try? stop(number) }
        pausedForInterruption = []
        resumesAtEnd = false
        playlist.held = []
    }

    private func skip(_ steps: Int) {
        guard let next = playlist.track(steps), let current = playlist.currentTrack else { return }
        if let number = number(of: current.stream) { try? stop(number) }
        try? start(next)
    }

    private var isSessionActive: Bool { sound.connection.session.isActive }

    /// The app's streams for playback, running or paused.
    private var playback: [Int] {
        streams.filter { $0.kind.isSessionSound && $0.kind != .recorder }.map(\.number)
    }

    private var runningPlayback: [Int] {
        playback.filter {
            switch state(of: $0) {
            case .audible, .silent, .ducked: true
            case .paused, .interrupted, .stopped, nil: false
            }
        }
    }
}
