public import AudioModel
public import SoundMixer
import Synchronization

/// One app's system sounds: short sounds in memory, alerts and vibration. Any thread.
///
/// The lock is held for look-ups only, never during a request to the server or a call of the app's
/// code.
public final class SystemSounds: Sendable {
    /// Identifies a sound. Never zero.
    public typealias ID = UInt32

    /// Reads and decodes the file of a sound.
    public typealias Loader = @Sendable (_ path: String) -> Result<VoiceSource, SystemSoundError>

    /// The vibration, played like a sound.
    public static let vibrationID: ID = 0xFFF
    /// The system's own sounds. They are silent here because none is supplied, but an app may play
    /// them.
    public static let systemIDs: ClosedRange<ID> = 1000...1999
    /// The first identifier of an app's sounds; the two below it are reserved.
    ///
    /// Source: observed identifiers of apps' sounds are 4096 and above; no document says so.
    static let firstID: ID = 0x1001

    /// The duration of one vibration.
    ///
    /// Source: measured on phones by ear; no document says so.
    public static let vibrationDuration = HostInterval.milliseconds(400)
    /// The assumed duration of one of the system's own sounds.
    static let systemSoundDuration = HostInterval.milliseconds(100)
    /// The delay after which a cut or refused play counts as ended. A cut sound needs a fade; and
    /// an app that restarts a failing sound in its completion must not stop the simulated time.
    static let cutDuration = Mixer.fadeDuration

    static func isBuiltIn(_ id: ID) -> Bool {
        id == vibrationID || systemIDs.contains(id)
    }

    private weak let app: AppSound?
    private let load: Loader
    private let table = Mutex(SystemSoundTable())

    /// - Parameters:
    ///   - app: Held weakly; once it is gone, plays do nothing.
    ///   - load: Reads and decodes a file, on the thread of the caller of `create`.
    public init(app: AppSound, load: @escaping Loader = { loadSystemSound(path: $0) }) {
        self.app = app
        self.load = load
    }

    // MARK: Sounds

    /// Reads a file into a new sound. The file is not needed afterwards.
    ///
    /// - Throws: The reason why the file cannot be a system sound.
    public func create(path: String) throws(SystemSoundError) -> ID {
        let source = try load(path).get()
        return table.withLock { $0.add(source) }
    }

    /// Disposes of a sound: cuts it when it is playing, and removes its completion.
    ///
    /// - Returns: Whether the sound existed: of two calls for one sound, one gets `true`.
    @discardableResult
    public func dispose(_ id: ID) -> Bool {
        guard let removed = table.withLock({ $0.remove(id) }) else { return false }
        stop(removed.stream)
        return true
    }

    /// The value of a property; `nil` when there is no such sound.
    public func value(of property: SystemSoundProperty, ofSound id: ID) -> Bool? {
        table.withLock { $0.value(of: property, ofSound: id) }
    }

    /// Sets a property. `completesPlaybackIfAppDies` set to `true` applies to a playing sound at
    /// once, set to `false` from its next play on.
    ///
    /// - Returns: Whether there is such a sound.
    @discardableResult
    public func set(_ property: SystemSoundProperty, to value: Bool, ofSound id: ID) -> Bool {
        guard let change = table.withLock({ $0.set(property, to: value, ofSound: id) }) else {
            return false
        }
        if property == .completesPlaybackIfAppDies, value, let stream = change.stream {
            // This fails only for a stream that is over.
            try? app?.request(.letStreamOutliveApp(number: stream))
        }
        return true
    }

    // MARK: Playing

    /// Starts a sound, or restarts it, and returns at once.
    ///
    /// - Parameters:
    ///   - id: An unknown identifier plays nothing.
    ///   - completion: Called once on the private serial queue, whatever becomes of the sound.
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
                kind, start.source, outlivesApp: start.outlivesApp
            ) { [weak self] byItself in
                self?.ended(token, kind, byItself: byItself)
            }
            if table.withLock({ $0.started(token, asStream: stream) }) {
                stop(stream)
            }
        } catch {
            ended(token, kind, byItself: false)
        }
    }

    private func stop(_ stream: Int?) {
        guard let stream else { return }
        // This fails only for a stream that is over.
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
            complete(plays.blocks, count: plays.count, of: id)
        }
    }

    // MARK: Endings

    /// Finishes a play. One that is cut or silenced finishes at once, an alert after the vibration
    /// that takes its place.
    ///
    /// Source: developers' reports for a sound that the switch silences; that an alert takes as
    /// long as a vibration is our choice (`docs/facts.md`).
    private func ended(
        _ token: SystemSoundTable.Token, _ kind: StreamKind, byItself: Bool
    ) {
        guard !byItself else { return finish(token) }
        let delay = kind == .alertSound ? Self.vibrationDuration : Self.cutDuration
        app?.environment.after(delay) { [weak self] in self?.finish(token) }
    }

    private func finish(_ token: SystemSoundTable.Token) {
        guard let play = table.withLock({ $0.endPlay(token) }) else { return }
        complete(play.block.map { [$0] } ?? [], count: 1, of: play.sound)
    }

    private func complete(_ blocks: [@Sendable () -> Void], count: Int, of id: ID) {
        for block in blocks {
            app?.environment.onQueue(block)
        }
        if let delivery = table.withLock({ $0.note(endedPlays: count, of: id) }) {
            schedule(delivery, of: id)
        }
    }

    // MARK: Registered completions

    /// Registers a completion that is called each time the sound has ended; replaces an earlier
    /// one.
    ///
    /// - Returns: Whether there is such a sound; the vibration and the system's own sounds exist.
    public func register(_ completion: SystemSoundCompletion, for id: ID) -> Bool {
        guard let replacement = table.withLock({ $0.register(completion, for: id) }) else {
            return false
        }
        if let delivery = replacement.delivery {
            schedule(delivery, of: id)
        }
        return true
    }

    /// Removes a registered completion; a pending call is cancelled.
    public func unregister(_ id: ID) {
        _ = table.withLock { $0.unregister(id) }
    }

    private func schedule(_ delivery: SystemSoundTable.Delivery, of id: ID) {
        delivery.completion.schedule { [weak self] in self?.deliver(delivery, of: id) }
    }

    /// Calls the app's completion for one ended play, unless it has been removed meanwhile. At most
    /// one delivery is scheduled at a time, however many plays have ended.
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
