import Foundation
import Synchronization

// Key-value observing, of which Linux's Foundation has none: as much as clients of
// `AVAudioSession.outputVolume` use.

/// What a change tells.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// Once at the start, too.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// Before each change as well; here told after the fact, with the change.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// One change of an observed value.
public struct NSKeyValueObservedChange<Value> {
    /// With the option `new` or `initial`.
    public let newValue: Value?
    /// With the option `old`.
    public let oldValue: Value?
    public let isPrior: Bool
}

/// An observation: over when it is invalidated, or nobody holds it any more.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    public func invalidate() {
        let end = end.withLock { $0.take() }
        end?()
    }

    deinit {
        invalidate()
    }
}

/// Who watches one session's volume, in the order of coming.
final class KeyValueObservers: Sendable {
    typealias Handler = @Sendable (AVAudioSession, NSKeyValueObservedChange<Float>) -> Void

    private struct Entry {
        var number: Int
        var options: NSKeyValueObservingOptions
        /// What it was told last.
        var value: Float
        var handler: Handler
    }

    private struct State {
        var entries: [Entry] = []
        var nextNumber = 1
    }

    private let state = Mutex(State())

    func add(
        _ options: NSKeyValueObservingOptions, value: Float, _ handler: @escaping Handler
    ) -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            state.entries.append(
                Entry(
                    number: state.nextNumber, options: options, value: value, handler: handler))
            return state.nextNumber
        }
    }

    func remove(_ number: Int) {
        // Freed outside: what a handler holds may end an observation of its own when it goes.
        let removed = state.withLock { state in
            state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    private func isThere(_ number: Int) -> Bool {
        state.withLock { $0.entries.contains { $0.number == number } }
    }

    func tell(_ session: AVAudioSession, volume: Float) {
        let told = state.withLock { state in
            let told = state.entries.filter { $0.value != volume }
            for index in state.entries.indices { state.entries[index].value = volume }
            return told
        }
        // One that an earlier handler has ended is not told any more.
        for entry in told where isThere(entry.number) {
            entry.handler(
                session,
                NSKeyValueObservedChange(
                    newValue: entry.options.contains(.new) ? volume : nil,
                    oldValue: entry.options.contains(.old) ? entry.value : nil, isPrior: false))
        }
    }
}

extension AVAudioSession {
    /// Has `changeHandler` called on the main thread each time the volume has changed, for as long as
    /// the result is held.
    ///
    /// - Parameter keyPath: `\.outputVolume`; other properties are not observed and never change.
    public func observe(
        _ keyPath: KeyPath<AVAudioSession, Float>, options: NSKeyValueObservingOptions = [],
        changeHandler:
            @escaping @Sendable (
                AVAudioSession, NSKeyValueObservedChange<Float>
            ) -> Void
    ) -> NSKeyValueObservation {
        let value = self[keyPath: keyPath]
        if options.contains(.initial) {
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    newValue: options.contains(.new) ? value : nil, oldValue: nil,
                    isPrior: false))
        }
        guard keyPath == \.outputVolume else { return NSKeyValueObservation {} }
        let number = observers.add(options, value: value, changeHandler)
        return NSKeyValueObservation { [weak self] in self?.observers.remove(number) }
    }
}
