import AudioModel
import SoundPolicy

/// One running app: the requests it makes on its own and its reactions to notifications.
struct RunningApp: Sendable {
    let app: AppID
    let installed: InstalledApp

    /// The app's streams by number, as the app knows them.
    private var streams: [Sound] = []
    private var nextNumber = 1
    private var hasSetCategory = false
    /// Background tasks that the app believes to be open.
    private var tasks: [BackgroundTaskID] = []
    private var nextTask = 1
    /// Streams that the app paused for an interruption and resumes at its end.
    private var waiting: [Int] = []

    private struct Sound: Sendable {
        var number: Int
        var kind: StreamKind
        var isPlaying: Bool
    }

    /// Limit of streams an app keeps open at once; more would find nothing new.
    private static let streamsMax = 4

    init(_ installed: InstalledApp, app: AppID) {
        self.app = app
        self.installed = installed
    }

    // MARK: Requests of its own

    mutating func nextRequest(_ dice: inout RandomSource) -> AppRequest {
        switch installed.temper {
        case .wild: wildRequest(&dice)
        case .wellBehaved: sensibleRequest(&dice)
        }
    }

    private mutating func sensibleRequest(_ dice: inout RandomSource) -> AppRequest {
        if !hasSetCategory {
            hasSetCategory = true
            if dice.chance(9, of: 10) {
                return .setCategory(installed.category, installed.mode, installed.options, .default)
            }
        }
        switch dice.number(0...19) {
        case 0...7: return start(sessionKind(&dice), dice.chance(1, of: 6) ? dice.volume() : 1)
        case 8: return start(dice.pick([.systemSound, .alertSound]), 1)
        case 9: return pauseSomething(&dice) ?? .activate
        case 10...13: return resumeSomething(&dice) ?? .activate
        case 14: return stopSomething(&dice) ?? .vibrate
        case 15: return .deactivate(notifyingOthers: true)
        case 16: return .activate
        case 17: return volumeOfSomething(&dice) ?? .setMediaVolume(dice.volume())
        case 18: return dice.chance(1, of: 2) ? .vibrate : .setMediaVolume(dice.volume())
        default: return seldomRequest(&dice)
        }
    }

    private func sessionKind(_ dice: inout RandomSource) -> StreamKind {
        let records: [SessionCategory] = [.record, .playAndRecord, .multiRoute]
        if records.contains(installed.category), dice.chance(1, of: 2) { return .recorder }
        return dice.pick([.player, .player, .queue, .unit])
    }

    private func seldomRequest(_ dice: inout RandomSource) -> AppRequest {
        dice.pick([
            .allowHapticsAndSystemSoundsDuringRecording(dice.chance(1, of: 2)),
            .overrideOutput(dice.pick(PortOverride.allCases)),
            .prefer(dice.pick(SessionPreference.allCases), dice.chance(1, of: 2)),
            .setPreferredInput(dice.chance(1, of: 2) ? nil : dice.pick(UserActs.ports)),
            .setMode(installed.mode),
        ])
    }

    /// Begins or ends a background task; some tasks are never ended, and some that never began are.
    mutating func nextTaskRequest(_ dice: inout RandomSource) -> AppRequest {
        if !tasks.isEmpty, dice.chance(2, of: 3) {
            return .endBackgroundTask(tasks.remove(at: dice.number(0...(tasks.count - 1))))
        }
        if dice.chance(1, of: 10) { return .endBackgroundTask(BackgroundTaskID(rawValue: -1)) }
        let task = BackgroundTaskID(rawValue: nextTask)
        nextTask += 1
        tasks.append(task)
        return .beginBackgroundTask(task)
    }

    // MARK: Wild

    private mutating func wildRequest(_ dice: inout RandomSource) -> AppRequest {
        switch dice.number(0...23) {
        case 0...3: return wildCategory(&dice)
        case 4: return .setMode(dice.pick(SessionMode.allCases))
        case 5...6: return .activate
        case 7: return .deactivate(notifyingOthers: dice.chance(1, of: 2))
        case 8...13: return start(wildKind(&dice), wildVolume(&dice))
        case 14:
            return .prepareStream(
                number: wildNumber(&dice), wildKind(&dice), appVolume: 1)
        case 15: return pauseSomething(&dice) ?? .pauseStream(number: wildNumber(&dice))
        case 16...17: return resumeSomething(&dice) ?? .resumeStream(number: wildNumber(&dice))
        case 18: return stopSomething(&dice) ?? .stopStream(number: wildNumber(&dice))
        case 19: return .streamEnded(number: wildNumber(&dice))
        case 20: return .setStreamVolume(number: wildNumber(&dice), wildVolume(&dice))
        case 21: return .letStreamOutliveApp(number: wildNumber(&dice))
        case 22:
            return dice.chance(1, of: 2)
                ? .vibrate
                : .startStream(
                    number: wildNumber(&dice), wildKind(&dice), appVolume: wildVolume(&dice))
        default: return seldomRequest(&dice)
        }
    }

    private func wildKind(_ dice: inout RandomSource) -> StreamKind {
        dice.chance(1, of: 8)
            ? .recorder
            : dice.pick([.player, .player, .queue, .unit, .systemSound, .alertSound])
    }

    private func wildCategory(_ dice: inout RandomSource) -> AppRequest {
        let options: SessionOptions =
            dice.chance(1, of: 12)
            ? SessionOptions(rawValue: UInt(truncatingIfNeeded: dice.bits()))
            : dice.pick([
                [], [], .mixWithOthers, .mixWithOthers, .mixWithOthers, .duckOthers, .duckOthers,
                .interruptSpokenAudioAndMixWithOthers, .defaultToSpeaker, .allowBluetooth,
                [.allowBluetooth, .allowBluetoothA2DP], .allowAirPlay,
            ])
        let mode: SessionMode =
            dice.chance(2, of: 3)
            ? .default : dice.chance(1, of: 2) ? .spokenAudio : dice.pick(SessionMode.allCases)
        return .setCategory(
            dice.chance(1, of: 2)
                ? .playback : dice.pick(SessionCategory.allCases),
            mode, options,
            dice.chance(9, of: 10) ? .default : dice.pick(RouteSharingPolicy.allCases))
    }

    private func wildNumber(_ dice: inout RandomSource) -> Int {
        if dice.chance(1, of: 10) { return dice.pick([0, -1, .max, .min]) }
        return streams.isEmpty ? dice.number(1...4) : dice.pick(streams).number
    }

    private func wildVolume(_ dice: inout RandomSource) -> Float {
        dice.chance(1, of: 10)
            ? dice.pick([-1, 2, 1e-30, .nan, .infinity, -.infinity])
            : dice.chance(2, of: 3) ? 1 : dice.volume()
    }

    // MARK: Streams

    private mutating func start(_ kind: StreamKind, _ volume: Float) -> AppRequest {
        if streams.count >= RunningApp.streamsMax {
            let number = streams.removeFirst().number
            return .stopStream(number: number)
        }
        let number = nextNumber
        nextNumber += 1
        streams.append(Sound(number: number, kind: kind, isPlaying: true))
        return .startStream(number: number, kind, appVolume: volume)
    }

    private mutating func pauseSomething(_ dice: inout RandomSource) -> AppRequest? {
        let playing = streams.indices.filter { streams[$0].isPlaying }
        guard !playing.isEmpty else { return nil }
        let index = dice.pick(playing)
        streams[index].isPlaying = false
        return .pauseStream(number: streams[index].number)
    }

    private mutating func resumeSomething(_ dice: inout RandomSource) -> AppRequest? {
        guard !streams.isEmpty else { return nil }
        let held = streams.indices.filter { !streams[$0].isPlaying }
        let index = dice.pick(held.isEmpty ? Array(streams.indices) : held)
        streams[index].isPlaying = true
        return .resumeStream(number: streams[index].number)
    }

    private mutating func stopSomething(_ dice: inout RandomSource) -> AppRequest? {
        guard !streams.isEmpty else { return nil }
        let index = dice.number(0...(streams.count - 1))
        let number = streams.remove(at: index).number
        return dice.chance(1, of: 2) ? .stopStream(number: number) : .streamEnded(number: number)
    }

    private func volumeOfSomething(_ dice: inout RandomSource) -> AppRequest? {
        guard !streams.isEmpty else { return nil }
        return .setStreamVolume(number: dice.pick(streams).number, dice.volume())
    }

    // MARK: Notifications

    /// Requests that the app makes at once in reaction to a notification.
    mutating func answer(_ notification: AppNotification) -> [AppRequest] {
        let answers = answerOnSound(notification)
        guard installed.description.answersCallbacks, let callback = notification.watchedCallback,
            !installed.hangs.contains(callback)
        else { return answers }
        return answers + [.returned(from: callback)]
    }

    private mutating func answerOnSound(_ notification: AppNotification) -> [AppRequest] {
        guard installed.temper == .wellBehaved else { return [] }
        switch notification {
        case .interruptionBegan:
            let playing = pauseAll()
            waiting += playing
            return playing.map { .pauseStream(number: $0) }
        case .interruptionEnded(let shouldResume):
            defer { waiting = [] }
            guard shouldResume, !waiting.isEmpty else { return [] }
            for index in streams.indices where waiting.contains(streams[index].number) {
                streams[index].isPlaying = true
            }
            return [.activate] + waiting.map { .resumeStream(number: $0) }
        case .routeChanged(.oldDeviceUnavailable, _):
            return pauseAll().map { .pauseStream(number: $0) }
        case .remoteCommand(let command): return obey(command)
        case .backgroundTaskExpires(let task):
            tasks.removeAll { $0 == task }
            return [.endBackgroundTask(task)]
        case .mediaServicesReset:
            streams = []
            waiting = []
            return [.setCategory(installed.category, installed.mode, installed.options, .default)]
        default: return []
        }
    }

    /// Reacts to a remote command as a media player does.
    private mutating func obey(_ command: RemoteCommand) -> [AppRequest] {
        let isPlaying = streams.contains { $0.isPlaying && $0.kind.isSessionSound }
        switch command {
        case .play: return isPlaying ? [] : playAgain()
        case .togglePlayPause where !isPlaying: return playAgain()
        case .pause, .togglePlayPause: return pauseAll().map { .pauseStream(number: $0) }
        case .stop:
            let stopped = streams.filter { $0.kind.isSessionSound }.map(\.number)
            streams.removeAll { $0.kind.isSessionSound }
            return stopped.map { .stopStream(number: $0) }
        case .nextTrack, .previousTrack:
            return pauseAll().map { .stopStream(number: $0) } + [start(.player, 1)]
        default: return []
        }
    }

    private mutating func playAgain() -> [AppRequest] {
        let held = streams.indices.filter {
            streams[$0].kind.isSessionSound && streams[$0].kind != .recorder
        }
        guard !held.isEmpty else { return [start(.player, 1)] }
        for index in held { streams[index].isPlaying = true }
        waiting = []
        return held.map { .resumeStream(number: streams[$0].number) }
    }

    private mutating func pauseAll() -> [Int] {
        var numbers: [Int] = []
        for index in streams.indices
        where streams[index].isPlaying && streams[index].kind.isSessionSound {
            streams[index].isPlaying = false
            numbers.append(streams[index].number)
        }
        return numbers
    }
}
