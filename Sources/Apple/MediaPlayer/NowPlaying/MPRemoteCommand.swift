import AudioModel
public import Foundation
import Synchronization

/// A remote command: a button of the lock screen, of the control centre, of a headset or of the
/// desktop. Any thread; handlers are called on the main thread.
///
/// A command is active while it is enabled and has a target. `MPRemoteCommandCenter` has one object
/// for each command.
///
/// Ownership: a mutex guards all mutable state; `kind` is set once, in `init`.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    let kind: RemoteCommandKind
    /// Called after each change of what is active, and of what the app says about the command.
    private let changed: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State: Sendable {
        var isEnabled = true
        var targets: [Target] = []
    }

    /// A handler, with the object that `addTarget(handler:)` has returned for it.
    ///
    /// Ownership: the handler is called on the main thread only, and released on any.
    private struct Target: @unchecked Sendable {
        let object: NSObject
        let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    }

    /// Limit of the number of targets of a command; further ones are never called.
    static let targetsMax = 256

    init(_ kind: RemoteCommandKind, changed: @escaping @Sendable () -> Void) {
        self.kind = kind
        self.changed = changed
        super.init()
    }

    /// Whether the user can give the command; true at first.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            changed()
        }
    }

    /// Adds a handler, which is called on the main thread for each command of the user.
    ///
    /// - Returns: An object to pass to `removeTarget(_:)`.
    @discardableResult
    open func addTarget(
        handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    ) -> Any {
        let target = Target(object: NSObject(), handler: handler)
        state.withLock { state in
            if state.targets.count < Self.targetsMax { state.targets.append(target) }
        }
        changed()
        return target.object
    }

    /// Removes a handler.
    ///
    /// - Parameter target: An object that `addTarget(handler:)` has returned; `nil` for all handlers.
    open func removeTarget(_ target: Any?) {
        // Released outside of the lock: a handler may own anything.
        let removed = state.withLock { state in
            let targets = state.targets
            guard let target else {
                state.targets = []
                return targets
            }
            let object = target as AnyObject
            state.targets.removeAll { $0.object === object }
            return targets
        }
        withExtendedLifetime(removed) {}
        changed()
    }

    /// Whether the command is enabled and has a target.
    var isActiveForUser: Bool {
        state.withLock { $0.isEnabled && !$0.targets.isEmpty }
    }

    func optionsChanged() { changed() }

    /// Calls the handlers, in the order in which they were added. On the main thread.
    ///
    /// - Returns: The first answer that is not a success; `nil` when the command is not active.
    func perform(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus? {
        let targets = state.withLock { $0.isEnabled ? $0.targets : [] }
        guard !targets.isEmpty else { return nil }
        let answers = targets.map { $0.handler(event) }
        return answers.first { $0 != .success } ?? .success
    }
}

/// Skips by an interval.
///
/// Ownership: a mutex guards all mutable state.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    private let intervals: CommandNumbers

    override init(_ kind: RemoteCommandKind, changed: @escaping @Sendable () -> Void) {
        intervals = CommandNumbers(kind == .skipBackward ? [10] : [])
        super.init(kind, changed: changed)
    }

    /// Intervals to skip by, in seconds; the user interface shows the first. At first 10 seconds for
    /// skipping backward, and none for skipping forward.
    open var preferredIntervals: [NSNumber] {
        get { intervals.numbers }
        set {
            intervals.numbers = newValue
            optionsChanged()
        }
    }

    var seconds: [Double] { intervals.values }
}

/// Changes the playback rate.
///
/// Ownership: a mutex guards all mutable state.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    private let rates = CommandNumbers()

    /// The rates that the user can choose; 1 is normal. Empty at first.
    open var supportedPlaybackRates: [NSNumber] {
        get { rates.numbers }
        set {
            rates.numbers = newValue
            optionsChanged()
        }
    }

    var supported: [Double] { rates.values }
}

/// A command's list of numbers, with `RemoteCommandOptions.listMax` of them at most. Any thread.
private final class CommandNumbers: Sendable {
    private let list: Mutex<[Double]>

    init(_ values: [Double] = []) {
        list = Mutex(values)
    }

    var values: [Double] { list.withLock { $0 } }

    /// The values as an app has them.
    var numbers: [NSNumber] {
        get { values.map { NSNumber(value: $0) } }
        set {
            let new = newValue.prefix(RemoteCommandOptions.listMax).map(\.doubleValue)
            list.withLock { $0 = new }
        }
    }
}

/// Continues at another position.
///
/// Ownership: a mutex guards all mutable state.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// Rates the current item.
///
/// Ownership: a mutex guards all mutable state.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    private let range = Mutex<(minimum: Float, maximum: Float)>((0, 0))

    /// The lowest rating; 0 at first.
    open var minimumRating: Float {
        get { range.withLock { $0.minimum } }
        set {
            range.withLock { $0.minimum = newValue }
            optionsChanged()
        }
    }

    /// The highest rating; 0 at first.
    open var maximumRating: Float {
        get { range.withLock { $0.maximum } }
        set {
            range.withLock { $0.maximum = newValue }
            optionsChanged()
        }
    }
}

/// Likes, dislikes or bookmarks the current item.
///
/// Ownership: a mutex guards all mutable state.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    private struct Texts {
        var isActive = false
        var title = ""
        var shortTitle = ""
    }

    private let texts = Mutex(Texts())

    /// Whether the feedback is given already.
    open var isActive: Bool {
        get { texts.withLock { $0.isActive } }
        set {
            texts.withLock { $0.isActive = newValue }
            optionsChanged()
        }
    }

    /// The title of the command in the user interface.
    open var localizedTitle: String {
        get { texts.withLock { $0.title } }
        set { texts.withLock { $0.title = newValue } }
    }

    /// A shorter title.
    open var localizedShortTitle: String {
        get { texts.withLock { $0.shortTitle } }
        set { texts.withLock { $0.shortTitle = newValue } }
    }
}

/// Changes what is repeated.
///
/// Ownership: a mutex guards all mutable state.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = Mutex(MPRepeatType.off)

    /// What the app repeats, for the user interface.
    open var currentRepeatType: MPRepeatType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            optionsChanged()
        }
    }
}

/// Changes what is shuffled.
///
/// Ownership: a mutex guards all mutable state.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = Mutex(MPShuffleType.off)

    /// What the app shuffles, for the user interface.
    open var currentShuffleType: MPShuffleType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            optionsChanged()
        }
    }
}
