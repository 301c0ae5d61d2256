import AudioModel
import SoundPolicy

/// Source: `docs/facts.md`, "Remote control, and what the phone says by itself"; the public
/// MPRemoteCommandCenter header.
final class CommandsReachTheNowPlayingApp: PremiseCounter, Checker {
    static let sentence =
        "A remote command reaches only the now-playing app, once, as a command it accepts"
    /// Order in which apps began to play under a session that does not mix; larger is later.
    private var playOrders: [AppID: Int] = [:]
    private var playCount = 0

    private struct Delivery: Equatable {
        var app: AppID
        var command: RemoteCommand
    }

    func check(_ step: Step) -> Finding? {
        defer { notePlayback(step) }
        var told: [Delivery] = []
        for case .notify(let app, .remoteCommand(let command)) in step.effects
        where !mayEndSeek(command, step) {
            told.append(Delivery(app: app, command: command))
        }
        guard let command = asked(step) else {
            guard let first = told.first else { return nil }
            return Finding("\(words(first, step)), and nothing was pressed")
        }
        premiseCount += 1
        let expected = delivery(of: command, step)
        guard told == [expected].compactMap({ $0 }) else {
            let actual = told.map { words($0, step) }.joined(separator: ", ")
            return Finding(
                "\(told.isEmpty ? "no app was told \(command.words)" : actual), and not: "
                    + (expected.map { words($0, step) } ?? "no app was told anything"))
        }
        return nil
    }

    private func words(_ delivery: Delivery, _ step: Step) -> String {
        "\(step.name(delivery.app)) was told \(delivery.command.words)"
    }

    /// Whether the command ends a seek that a headset's button has begun.
    private func mayEndSeek(_ command: RemoteCommand, _ step: Step) -> Bool {
        guard command == .seekForward(.end) || command == .seekBackward(.end) else { return false }
        switch step.event {
        case .device(.headsetReleased), .device(.headsetHeld), .device(.portUnplugged): return true
        default: return false
        }
    }

    /// The remote command that the user gives with the event.
    private func asked(_ step: Step) -> RemoteCommand? {
        switch step.event {
        case .device(.remoteCommand(let command)): return command
        case .device(.headsetPressed(let times)):
            guard hasButton(step), step.before.device.call == .none else { return nil }
            let meant: [Int: RemoteCommand] = [
                1: .togglePlayPause, 2: .nextTrack, 3: .previousTrack,
            ]
            return meant[times]
        case .device(.headsetHeld(let presses)):
            guard hasButton(step), step.before.device.call == .none else { return nil }
            return [2: .seekForward(.begin), 3: .seekBackward(.begin)][presses]
        default: return nil
        }
    }

    private func hasButton(_ step: Step) -> Bool {
        step.before.device.accessories.contains {
            [.headset, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE].contains($0.kind)
        }
    }

    // MARK: The expected delivery

    private func delivery(of command: RemoteCommand, _ step: Step) -> Delivery? {
        guard let app = nowPlayingApp(step), canRun(app, step) else { return nil }
        let taken = step.ledger.asked(by: app.app).commands
        if taken.contains(command.kind) { return Delivery(app: app.app, command: command) }
        guard step.configuration.togglesBecomePlayOrPause else { return nil }
        let isPlaying = isPlaying(app, step)
        let other: RemoteCommand
        switch command {
        case .togglePlayPause: other = isPlaying ? .pause : .play
        case .play: other = .togglePlayPause
        case .pause: other = .togglePlayPause
        default: return nil
        }
        // The toggle becomes play or pause, whichever changes the state.
        if command == .play, isPlaying { return nil }
        if command == .pause, !isPlaying { return nil }
        return taken.contains(other.kind) ? Delivery(app: app.app, command: other) : nil
    }

    private func nowPlayingApp(_ step: Step) -> AppSnapshot? {
        let takers = step.before.apps.filter {
            !$0.isEnding && !step.ledger.asked(by: $0.app).commands.isEmpty
        }
        let awake = takers.filter { canRun($0, step) }
        if let app = lastPlayer(among: awake, step) { return app }
        guard let sleeper = lastPlayer(among: takers, step) else { return nil }
        return awake.first { $0.app == step.before.device.foregroundApp } ?? sleeper
    }

    private func lastPlayer(among takers: [AppSnapshot], _ step: Step) -> AppSnapshot? {
        let last = takers.filter { playOrders[$0.app, default: 0] > 0 }
            .max { playOrders[$0.app, default: 0] < playOrders[$1.app, default: 0] }
        if let last { return last }
        return takers.last { step.ledger.asked(by: $0.app).role != .ordinary }
    }

    /// Whether the app runs, or can be woken for its background mode.
    private func canRun(_ app: AppSnapshot, _ step: Step) -> Bool {
        app.state != .suspended || step.ledger.asked(by: app.app).hasAudioMode
    }

    private func isPlaying(_ app: AppSnapshot, _ step: Step) -> Bool {
        guard app.isActive else { return false }
        return step.before.streams.contains { stream in
            stream.stream.app == app.app && stream.kind.isSessionSound
                && stream.kind != .recorder && !stream.isHeld
                && !stream.verdict.reasons.contains { $0.kind == .background || $0.kind == .locked }
        }
    }

    private func notePlayback(_ step: Step) {
        guard step.refusal == nil, case .app(let app, let request) = step.event,
            step.ledger.isAlive(app)
        else { return }
        let kind: StreamKind?
        switch request {
        case .startStream(_, let started, _): kind = started
        case .resumeStream(let number):
            kind = step.model.stream(StreamID(app: app, number: number))?.kind
        default: kind = nil
        }
        guard let kind, kind.isSessionSound, kind != .recorder else { return }
        playCount += 1
        // An app with a mixing session never becomes the now-playing app.
        playOrders[app] = step.ledger.asked(by: app).mixes ? 0 : playCount
    }
}
