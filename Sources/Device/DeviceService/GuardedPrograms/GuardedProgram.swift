import AudioModel
import DeviceEvents
import LiveDevice
import SoundServer
import Synchronization

/// A program that does not use Sori, as an app of the device: it sounds as an app with its category
/// would, and hears of nothing. Any thread.
///
/// What an app would do when it is told is done for it: a player that can be paused is paused and
/// plays on, and any other is silenced and given back.
final class GuardedProgram: Sendable {
    /// A program with streams of two kinds is two apps.
    struct Key: Hashable {
        var processID: Int32
        /// What tells programs of unknown process apart; else empty.
        var name = ""
        var treatment: ProgramTreatment
    }

    let key: Key
    private let enforcement: any StreamEnforcement
    private let player: (any PlayerRemote)?
    /// Whether it stops when its output is unplugged.
    private let pausesOnUnplug: Bool
    private let now: @Sendable () -> HostTime
    /// Whether a call, an alarm or the like interrupts all sessions.
    private let isDeviceInterrupted: @Sendable () -> Bool
    /// Time in which the sound server moves the streams of an output that is gone: what begins to
    /// sound then is no wish of the user's.
    private static let unplugTime = HostInterval.seconds(1)
    /// Time in which the sound server moves a stream to another output: only one that is silent for
    /// longer has been stopped. Less than the silence after which a program gives up its session.
    static let moveTime = HostInterval.milliseconds(500)
    private let state = Mutex(State())
    /// Runs a block on the device's queue.
    private let onQueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct Stream {
        var serial: UInt64
        var isRecording: Bool
        /// Whether the program sends sound.
        var isSounding = false
        /// Whether the server knows it.
        var isStarted = false
        /// Whether the server has refused to let it start.
        var isRefused = false
        /// When it has ceased to send sound, until the server is told; then `nil`.
        var silentSince: HostTime?
        var directive = StreamDirective(transport: .held, sessionGain: 0)
    }

    private struct State {
        var connection: (any AppConnection)?
        var streams: [Int: Stream] = [:]
        var lastNumber = 0
        var isInterrupted = false
        /// Whether its player was paused for an interruption.
        var isPlayerPaused = false
        /// When its output was unplugged.
        var unpluggedAt: HostTime?
    }

    init(
        _ key: Key, enforcement: any StreamEnforcement, player: (any PlayerRemote)?,
        pausesOnUnplug: Bool, now: @escaping @Sendable () -> HostTime,
        isDeviceInterrupted: @escaping @Sendable () -> Bool,
        onQueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.key = key
        self.enforcement = enforcement
        self.player = player
        self.pausesOnUnplug = pausesOnUnplug
        self.now = now
        self.isDeviceInterrupted = isDeviceInterrupted
        self.onQueue = onQueue
    }

    // MARK: The device's queue

    /// Sets the connection, before `begin`.
    func connect(_ connection: any AppConnection) {
        state.withLock { $0.connection = connection }
    }

    /// Begins to be an app, with the category of its treatment.
    func begin() {
        guard case .session(let category, let mode, let options) = key.treatment else { return }
        try? connection?.request(.setCategory(category, mode, options, .default))
    }

    var connection: (any AppConnection)? { state.withLock { $0.connection } }
    /// Whether it sends sound that the device has refused, and so is silent.
    var isRefused: Bool {
        state.withLock { $0.streams.values.contains { $0.isSounding && $0.isRefused } }
    }
    var isEmpty: Bool { state.withLock { $0.streams.isEmpty } }
    var isSounding: Bool { state.withLock { $0.streams.values.contains(where: \.isSounding) } }

    func add(_ stream: GuardedStream) {
        state.withLock { state in
            state.lastNumber += 1
            state.streams[state.lastNumber] = Stream(
                serial: stream.serial, isRecording: stream.facts.isRecording)
        }
    }

    func remove(_ serial: UInt64) {
        guard let number = number(of: serial) else { return }
        let isStarted = state.withLock { $0.streams[number]?.isStarted == true }
        if isStarted { try? connection?.request(.stopStream(number: number)) }
        state.withLock { $0.streams[number] = nil }
    }

    /// Follows a stream that begins or ceases to send sound.
    ///
    /// - Parameter isMoved: Whether it sounds again at another output.
    func setSounding(_ isSounding: Bool, isMoved: Bool, _ serial: UInt64) {
        guard let number = number(of: serial) else { return }
        let change = state.withLock { state -> (isStarted: Bool, isSilentYet: Bool)? in
            guard let before = state.streams[number], before.isSounding != isSounding else {
                return nil
            }
            state.streams[number]?.isSounding = isSounding
            // One that has been moved stays refused, and starts when it can.
            let goesOn = before.silentSince != nil && isMoved
            if isSounding, !goesOn { state.streams[number]?.isRefused = false }
            state.streams[number]?.silentSince = isSounding ? nil : now()
            return (before.isStarted, before.silentSince != nil)
        }
        guard let change, isSounding else { return }
        guard change.isStarted else { return start(number) }
        // One that has been moved goes on as it was, silent or not.
        if change.isSilentYet, isMoved { return }
        if change.isSilentYet { try? connection?.request(.pauseStream(number: number)) }
        let isUnplugged = state.withLock { state in
            state.unpluggedAt.map { now() < $0 + Self.unplugTime } ?? false
        }
        if !isUnplugged { start(number) }
    }

    /// Tells the server of a stream that has not sounded for the time of a move.
    func pauseSilent(_ serial: UInt64) {
        guard let number = number(of: serial) else { return }
        let isPaused = state.withLock { state in
            guard let stream = state.streams[number], let since = stream.silentSince,
                now() >= since + Self.moveTime
            else { return false }
            state.streams[number]?.silentSince = nil
            return stream.isStarted
        }
        if isPaused { try? connection?.request(.pauseStream(number: number)) }
    }

    /// Lets streams start that were refused.
    func retry() {
        let numbers = state.withLock { state in
            state.streams.filter { $0.value.isSounding && $0.value.isRefused }.map(\.key)
        }
        for number in numbers.sorted() { start(number) }
    }

    /// Deactivates the session, so that the apps that it has interrupted go on.
    func deactivate() {
        let isIdle = state.withLock { state in
            !state.isInterrupted && !state.streams.values.contains(where: \.isSounding)
        }
        guard isIdle, case .session = key.treatment else { return }
        try? connection?.request(.deactivate(notifyingOthers: true))
    }

    private func number(of serial: UInt64) -> Int? {
        state.withLock { $0.streams.first { $0.value.serial == serial }?.key }
    }

    private func start(_ number: Int) {
        let (stream, connection) = state.withLock { state in
            (state.streams[number], state.connection)
        }
        guard let stream, let connection else { return }
        var isRefused = false
        do throws(SessionError) {
            if waitsForSilence(stream), isDeviceInterrupted() { throw .insufficientPriority }
            for request in requests(toStart: stream, number) { try connection.request(request) }
        } catch {
            isRefused = true
        }
        let playsOn = state.withLock { state in
            state.streams[number]?.isRefused = isRefused
            guard !isRefused else { return false }
            state.streams[number]?.isStarted = true
            // Its user has let it play on.
            defer { (state.isInterrupted, state.isPlayerPaused) = (false, false) }
            return state.isPlayerPaused
        }
        if playsOn { player?.interruptionEnded(process: key.processID) }
        if isRefused { enforcement.setGain(0, ramp: .zero, ofStream: stream.serial) }
    }

    /// The requests that start or resume a stream.
    ///
    /// A system sound is prepared first: one that starts in silent mode would end, for the sake of
    /// its completion, which this program does not wait for.
    private func requests(toStart stream: Stream, _ number: Int) -> [AppRequest] {
        let kind = kind(of: stream)
        if stream.isStarted { return [.resumeStream(number: number)] }
        return kind.isSystemSound
            ? [
                .prepareStream(number: number, kind, appVolume: 1),
                .resumeStream(number: number),
            ]
            : [.startStream(number: number, kind, appVolume: 1)]
    }

    /// Whether a stream does not start while a call or the like interrupts all. An app that mixes with
    /// others may sound beside a call because it was told of it; a program was not. One that ducks others
    /// speaks to its user, beside a call too.
    private func waitsForSilence(_ stream: Stream) -> Bool {
        guard case .session(_, _, let options) = key.treatment else { return false }
        return !stream.isRecording && !options.contains(.duckOthers)
    }

    private func kind(of stream: Stream) -> StreamKind {
        if stream.isRecording { return .recorder }
        return key.treatment == .systemSounds ? .systemSound : .queue
    }

    /// Silences what sounds until the program starts it again.
    private func pauseAll() {
        let numbers = state.withLock { state in
            state.streams.filter { $0.value.isSounding && $0.value.isStarted }.map(\.key)
        }
        for number in numbers.sorted() { try? connection?.request(.pauseStream(number: number)) }
    }

    private func interruptionEnded(shouldResume: Bool) {
        let (wasPaused, held) = state.withLock { state in
            defer { (state.isInterrupted, state.isPlayerPaused) = (false, false) }
            let held = state.streams.filter { $0.value.isSounding && $0.value.isStarted }
            return (state.isPlayerPaused, held.map(\.key))
        }
        var playsOn = false
        if wasPaused {
            if shouldResume {
                playsOn = player?.play(process: key.processID) == true
            } else {
                player?.interruptionEnded(process: key.processID)
            }
        }
        // What still sounds has not been paused: another sound of the program.
        for number in held.sorted() { start(number) }
        // One that has ended meanwhile leaves the sound to those that it has interrupted.
        if !playsOn { deactivate() }
    }
}

// MARK: The machine's sleep

extension GuardedProgram {
    /// Pauses the program's player, which stays so, and silences other streams until `sleepEnds`.
    ///
    /// - Parameter ramp: The time in which they become silent.
    func sleepBegins(ramp: HostInterval) {
        _ = player?.pause(process: key.processID, isInterruption: false)
        for serial in serials { enforcement.setGain(0, ramp: ramp, ofStream: serial) }
    }

    /// Gives the streams the gains that the device has decided on.
    func sleepEnds() {
        let streams = state.withLock { Array($0.streams.values) }
        for stream in streams where stream.isStarted {
            enforcement.setGain(
                stream.directive.gain, ramp: Verdict.rampDuration, ofStream: stream.serial)
        }
    }

    private var serials: [UInt64] { state.withLock { $0.streams.values.map(\.serial) } }
}

extension StreamDirective {
    /// What is enforced: silence for a stream that is held.
    fileprivate var gain: Float { transport == .running ? sessionGain * duckGain : 0 }
}

extension GuardedProgram: AppReceiver {
    func apply(_ directive: StreamDirective, toStream number: Int) {
        let change = state.withLock { state -> (serial: UInt64, ramp: HostInterval)? in
            guard let stream = state.streams[number] else { return nil }
            let before = stream.directive
            state.streams[number]?.directive = directive
            let isDuck =
                before.duckGain != directive.duckGain && before.transport == directive.transport
            return (stream.serial, isDuck ? directive.duckRamp : Verdict.rampDuration)
        }
        guard let change else { return }
        enforcement.setGain(directive.gain, ramp: change.ramp, ofStream: change.serial)
    }

    func receive(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan:
            state.withLock { $0.isInterrupted = true }
            let isPaused = player?.pause(process: key.processID, isInterruption: true) ?? false
            state.withLock { $0.isPlayerPaused = isPaused }
        case .interruptionEnded(let shouldResume):
            onQueue { [self] in interruptionEnded(shouldResume: shouldResume) }
        case .remoteCommand(let command): player?.perform(command, process: key.processID)
        // A well-behaved app pauses when its output is gone.
        case .routeChanged(.oldDeviceUnavailable, _) where pausesOnUnplug:
            state.withLock { $0.unpluggedAt = now() }
            guard player?.pause(process: key.processID, isInterruption: false) != true else {
                return
            }
            onQueue { [self] in pauseAll() }
        default: break
        }
    }
}

extension GuardedProgram: ExternalApp {
    var app: AppID { connection?.app ?? .phone }
    var isEnding: Bool { false }
    func level(ofStream number: Int) -> Float { 0 }
}
