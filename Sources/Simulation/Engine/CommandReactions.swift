import AudioModel
import SoundClient

// What an app does about remote commands.

/// What an app has played and holds, so far as its next or its play button needs that.
struct Playlist {
    /// In the order in which each was first played.
    private(set) var tracks: [StreamStart] = []
    /// Its place in `tracks`.
    private(set) var current: Int?
    /// The streams that were paused last, together.
    var held: [Int] = []

    /// An app's whole life does not make it longer than this.
    static let tracksMax = 1_000

    /// A track begins, by the app's own doing or by its user's.
    mutating func note(_ start: StreamStart) {
        held = []
        if let index = tracks.firstIndex(of: start) { return current = index }
        guard tracks.count < Self.tracksMax else { return }
        tracks.append(start)
        current = tracks.count - 1
    }

    var currentTrack: StreamStart? { current.map { tracks[$0] } }

    /// The track a number of places further on; after the last comes the first.
    func track(_ steps: Int) -> StreamStart? {
        current.map { tracks[(($0 + steps) % tracks.count + tracks.count) % tracks.count] }
    }
}

extension SimulatedApp {
    /// Its user has asked for something from elsewhere than its screen.
    func obey(_ command: RemoteCommand) {
        switch command {
        case .play: play()
        case .pause: pauseByCommand()
        case .togglePlayPause:
            if runningPlayback.isEmpty || !isSessionActive { play() } else { pauseByCommand() }
        case .stop: stopByCommand()
        case .nextTrack: skip(1)
        case .previousTrack: skip(-1)
        }
    }

    /// Its user wants it: whatever had held its sound, the sound goes on.
    private func play() {
        guard runningPlayback.isEmpty || !isSessionActive else { return }
        let waiting = streamsToResume
        guard !waiting.isEmpty else {
            if let track = playlist.currentTrack { try? start?(track) }
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

    /// What keeps it from playing now may end; the command is not forgotten until then.
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
        for number in playback { try? sound.stopStream(number) }
        pausedForInterruption = []
        resumesAtEnd = false
        playlist.held = []
    }

    private func skip(_ steps: Int) {
        guard let next = playlist.track(steps), let current = playlist.currentTrack else { return }
        if let number = number(of: current.stream) { try? sound.stopStream(number) }
        try? start?(next)
    }

    private var isSessionActive: Bool { sound.connection.session.isActive }

    /// Its sounds for the user to hear, running or held.
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
