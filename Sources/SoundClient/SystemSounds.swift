import AudioModel
import SoundMixer
import Synchronization

/// One app's system sounds: short sounds in memory, alerts and vibration. Any thread.
///
/// The lock is held for look-ups only: never while the server is asked or the app's code runs.
public final class SystemSounds: Sendable {
    /// Names a sound. Never zero.
    public typealias ID = UInt32

    public typealias Loader =
        @Sendable (_ path: String) -> Result<SoundBuffer, SystemSoundProblem>

    /// The vibration, played like a sound.
    public static let vibrationID: ID = 0xFFF
    /// The system's own sounds. None of them is supplied, so they are silent here; apps may play
    /// them all the same.
    public static let systemIDs: ClosedRange<ID> = 1000...1999
    /// The first identifier that an app gets; the two below it are reserved.
    ///
    /// Source: observed identifiers of apps' sounds are 4096 and above; no document says so.
    static let firstID: ID = 0x1001

    /// How long one vibration lasts. Source: measured on phones by ear; no document says so.
    public static let vibrationDuration = HostInterval.milliseconds(400)
    /// How long a sound of the system's own is taken to last.
    static let systemSoundDuration = HostInterval.milliseconds(100)
    /// How soon after a play was cut or refused it counts as ended. A cut sound takes a fade to end;
    /// and an app whose completion starts a failing sound again must not keep time from passing.
    static let cutDuration = Mixer.fadeDuration

    static func isBuiltIn(_ id: ID) -> Bool {
        id == vibrationID || systemIDs.contains(id)
    }

    private weak let app: AppSound?
    private let load: Loader
    private let table = Mutex(SystemSoundTable())

    /// - Parameters:
    ///   - app: Kept weakly; without it, every play does nothing.
    ///   - load: Reads and decodes a file, on the thread of whoever creates a sound.
    public init(app: AppSound, load: @escaping Loader = loadSystemSound(path:)) {
        self.app = app
        self.load = load
    }

    // MARK: Sounds

    /// Reads a file into a new sound. The file is not needed afterwards.
    public func create(path: String) throws(SystemSoundProblem) -> ID {
        let buffer = try load(path).get()
        return table.withLock { $0.add(buffer) }
    }

    /// Ends a sound, cutting it where it plays, and forgets its completion.
    ///
    /// - Returns: Whether it existed: of two calls for one sound, one gets `true`.
    @discardableResult
    public func dispose(_ id: ID) -> Bool {
        guard let removed = table.withLock({ $0.remove(id) }) else { return false }
        stop(removed.stream)
        return true
    }

    /// `nil` when there is no such sound.
    public func value(of property: SystemSoundProperty, ofSound id: ID) -> Bool? {
        table.withLock { $0.value(of: property, ofSound: id) }
    }

    /// A sound that plays is let go on after the app's end from now on, or from its next play on no
    /// longer.
    ///
    /// - Returns: Whether there is such a sound.
    @discardableResult
    public func set(_ property: SystemSoundProperty, to value: Bool, ofSound id: ID) -> Bool {
        guard let change = table.withLock({ $0.set(property, to: value, ofSound: id) }) else {
            return false
        }
        if property == .completesPlaybackIfAppDies, value, let stream = change.stream {
            // It can only fail for a stream that is over already.
            try? app?.request(.letStreamOutliveApp(number: stream))
        }
        return true
    }

    // MARK: Playing

    /// Starts a sound, or starts it over, and returns at once.
    ///
    /// - Parameters:
    ///   - id: What names nothing makes no sound.
    ///   - completion: Runs once on the private serial queue, whatever becomes of the sound.
    public func play(
        _ id: ID, asAlert isAlert: Bool = false, completion: (@Sendable () -> Void)? = nil
    ) {
        guard let app else { return }
        if id == Self.vibrationID {
            // A refusal means that nothing vibrates; the call has no way to say so.
            try? app.request(.vibrate)
            wait(Self.vibrationDuration, asPlayOf: id, completion, app)
        } else if Self.systemIDs.contains(id) {
            wait(Self.systemSoundDuration, asPlayOf: id, completion, app)
        } else if let start = table.withLock({ $0.beginPlay(of: id, block: completion) }) {
            stop(start.cutStream)
            self.start(start, isAlert ? .alertSound : .systemSound, app)
        } else if let completion {
            app.environment.after(Self.cutDuration, completion)
        }
    }

    private func start(_ start: SystemSoundTable.Start, _ kind: StreamKind, _ app: AppSound) {
        let token = start.token
        do {
            let stream = try app.startStream(
                kind, .buffer(start.buffer, loopCount: 0), outlivesApp: start.outlivesApp
            ) { [weak self] byItself in
                self?.ended(token, byItself: byItself)
            }
            if table.withLock({ $0.started(token, asStream: stream) }) {
                stop(stream)
            }
        } catch {
            ended(token, byItself: false)
        }
    }

    private func stop(_ stream: Int?) {
        guard let stream else { return }
        // It can only fail for a stream that is over already.
        try? app?.stopStream(stream)
    }

    private func wait(
        _ duration: HostInterval, asPlayOf id: ID, _ completion: (@Sendable () -> Void)?,
        _ app: AppSound
    ) {
        guard let token = table.withLock({ $0.beginTimedPlay(of: id, block: completion) }) else {
            return
        }
        app.environment.after(duration) { [weak self] in
            guard let self, let plays = table.withLock({ $0.endTimedPlays(token) }) else { return }
            tell(plays.blocks, count: plays.count, of: id)
        }
    }

    // MARK: Endings

    private func ended(_ token: SystemSoundTable.Token, byItself: Bool) {
        if byItself {
            finish(token)
        } else {
            app?.environment.after(Self.cutDuration) { [weak self] in self?.finish(token) }
        }
    }

    private func finish(_ token: SystemSoundTable.Token) {
        guard let play = table.withLock({ $0.endPlay(token) }) else { return }
        tell(play.block.map { [$0] } ?? [], count: 1, of: play.sound)
    }

    private func tell(_ blocks: [@Sendable () -> Void], count: Int, of id: ID) {
        for block in blocks {
            app?.environment.onQueue(block)
        }
        if let delivery = table.withLock({ $0.note(endedPlays: count, of: id) }) {
            schedule(delivery, of: id)
        }
    }

    // MARK: Registered completions

    /// Has `completion` called each time the sound has ended, in place of an earlier one.
    ///
    /// - Returns: Whether there is such a sound; the vibration and the system's own are.
    public func register(_ completion: SystemSoundCompletion, for id: ID) -> Bool {
        guard let replacement = table.withLock({ $0.register(completion, for: id) }) else {
            return false
        }
        if let delivery = replacement.delivery {
            schedule(delivery, of: id)
        }
        return true
    }

    /// Forgets a registered completion; one that is due is not called any more.
    public func unregister(_ id: ID) {
        _ = table.withLock { $0.unregister(id) }
    }

    private func schedule(_ delivery: SystemSoundTable.Delivery, of id: ID) {
        delivery.completion.schedule { [weak self] in self?.deliver(delivery, of: id) }
    }

    /// Tells the app of one ended play, unless it has taken the completion back meanwhile. However
    /// many plays have ended, one delivery waits at a time.
    private func deliver(_ delivery: SystemSoundTable.Delivery, of id: ID) {
        guard let more = table.withLock({ $0.takePending(of: id, for: delivery.token) }) else {
            return
        }
        if more {
            schedule(delivery, of: id)
        }
        delivery.completion.run(id)
    }
}
