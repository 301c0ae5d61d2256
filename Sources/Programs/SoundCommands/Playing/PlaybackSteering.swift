import AudioFormats
import AudioModel
package import CommandLineTool

/// What the keys do.
extension PlaybackScreen {
    package static let seekStep: Double = 5
    package static let longSeekStep: Double = 60
    package static let volumeStep = 0.05
    package static let rateStep = 0.1
    package static let rates = 0.25...4
    /// Seconds after which the key for the previous sound goes to the beginning of this one, and
    /// that for the previous chapter to the beginning of its own.
    package static let restartSeconds: Double = 3

    /// - Returns: The end that the key asks for; `nil` when playback goes on.
    package mutating func handle(_ key: Key) throws(ProgramError) -> Ending? {
        switch key {
        case .quit: return .stopped
        case .interrupt: return .interrupted(by: .interrupt)
        case .suspend: break
        case .help:
            output.write("\r\u{1B}[J" + words.keys.joined(separator: "\r\n") + "\r\n")
        case .space: try pauseOrResume()
        case .next, .previous, .louder, .quieter, .mute, .left, .right, .minuteBack, .minuteOn,
            .slower, .faster, .usualSpeed, .nextChapter, .previousChapter:
            if words.isPlaying { return try steer(key) }
        }
        return nil
    }

    private mutating func steer(_ key: Key) throws(ProgramError) -> Ending? {
        switch key {
        case .next where place != nil: return .skipped(by: 1)
        case .previous where place != nil:
            guard player.position > Self.restartSeconds else { return .skipped(by: -1) }
            try player.seek(to: 0)
        case .louder: changeVolume(by: Self.volumeStep)
        case .quieter: changeVolume(by: -Self.volumeStep)
        case .mute:
            player.isMuted.toggle()
            if !player.isMuted { showVolume() }
        case .left: try seek(by: -Self.seekStep)
        case .right: try seek(by: Self.seekStep)
        case .minuteBack: try seek(by: -Self.longSeekStep)
        case .minuteOn: try seek(by: Self.longSeekStep)
        case .slower: try setRate(player.rate - Self.rateStep)
        case .faster: try setRate(player.rate + Self.rateStep)
        case .usualSpeed: try setRate(1)
        case .nextChapter: try goToChapter(isNext: true)
        case .previousChapter: try goToChapter(isNext: false)
        case .next, .previous, .suspend, .help, .space, .quit, .interrupt: break
        }
        return nil
    }

    private mutating func pauseOrResume() throws(ProgramError) {
        guard !isPaused || player.hasDevice else {
            return output.write(
                "\r\u{1B}[Jpaused: there is no \(words.device) to go on with\r\n")
        }
        if isPaused { try player.resume() } else { try player.pause() }
        isPaused.toggle()
    }

    private mutating func changeVolume(by step: Double) { setVolume(player.volume + step) }

    mutating func setVolume(_ volume: Double) {
        player.volume = min(max(volume, 0), 1)
        player.isMuted = false
        showVolume()
    }

    private mutating func showVolume() {
        note("volume \(Int((player.volume * 100).rounded())) %")
    }

    mutating func seek(by step: Double) throws(ProgramError) {
        if let refusal = player.seekRefusal { return note(refusal) }
        let goal = max(player.position + step, 0)
        try player.seek(to: player.duration.map { min(goal, $0) } ?? goal)
    }

    mutating func setRate(_ wanted: Double) throws(ProgramError) {
        if let refusal = player.rateRefusal { return note(refusal) }
        let rate = min(max(wanted, Self.rates.lowerBound), Self.rates.upperBound)
        // Steps add up to whole hundredths, so that the way back meets 1.
        let whole = (rate * 100).rounded() / 100
        if whole != player.rate { try player.setRate(whole) }
        note("speed \(Numeral.fixed(whole, places: 2))")
    }

    private mutating func goToChapter(isNext: Bool) throws(ProgramError) {
        let chapters = player.about.chapters
        guard !chapters.isEmpty, player.duration != nil else { return note("no chapters") }
        let position = player.position
        let goal =
            isNext
            ? chapters.firstIndex { $0.start > position }
            : chapters.lastIndex { $0.start < position - Self.restartSeconds } ?? 0
        guard let goal else { return note("the last chapter") }
        try player.seek(to: chapters[goal].start)
        let title = chapters[goal].title
        note(
            "chapter \(goal + 1) of \(chapters.count)" + (title.isEmpty ? "" : ": " + title))
    }
}
