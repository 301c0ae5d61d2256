import AudioModel
import AudioQueues
import AudioUnits
import CAudioToolbox
import Foundation
import SoundClient
import Synchronization

/// What a listener is told of.
enum UnitEvent: Hashable {
    case value(UnitParameterPlace)
    case gestureBegan(UnitParameterPlace)
    case gestureEnded(UnitParameterPlace)
    case property(UnitParameterPlace)
}

/// A parameter or a property of a unit.
struct UnitParameterPlace: Hashable {
    /// The unit's handle.
    var unit: UInt
    var id: UInt32
    var scope: UInt32
    var element: UInt32
}

/// The listener of an app: it is told of events where and as often as the app wants.
///
/// Any thread.
///
/// Ownership: a mutex guards what it listens to and what it has not been told of yet.
final class UnitEventListener: Sendable {
    /// An event as it is told.
    struct Telling: Sendable {
        /// The address of the object on behalf of which the app listens.
        var object: UInt
        var event: UnitEvent
        var hostTime: UInt64
        var value: Float
    }

    private struct Watch: Hashable {
        var object: UInt
        var event: UnitEvent
    }

    private struct State {
        var watches: [Watch] = []
        var waiting: [Telling] = []
        var isScheduled = false
        var isDisposed = false
    }

    private let state = Mutex(State())
    private let app: AppSound
    /// The time in which changes are collected.
    private let interval: HostInterval
    private let schedule: CallbackSchedule
    private let call: @Sendable (Telling) -> Void

    init(
        _ app: AppSound, interval: Float, on schedule: @escaping CallbackSchedule,
        call: @escaping @Sendable (Telling) -> Void
    ) {
        self.app = app
        self.interval = .seconds(interval.isFinite ? Double(min(max(interval, 0), 60)) : 0)
        self.schedule = schedule
        self.call = call
    }

    func add(_ event: UnitEvent, for object: UInt) {
        let watch = Watch(object: object, event: event)
        state.withLock { state in
            if !state.watches.contains(watch) { state.watches.append(watch) }
        }
    }

    func remove(_ event: UnitEvent, for object: UInt) {
        let watch = Watch(object: object, event: event)
        state.withLock { state in
            state.watches.removeAll { $0 == watch }
            state.waiting.removeAll { $0.object == object && $0.event == event }
        }
    }

    func dispose() {
        state.withLock { state in
            state = State()
            state.isDisposed = true
        }
    }

    /// The parameters of a unit that the listener is told of.
    func parameters(of unit: UInt) -> [UnitParameterPlace] {
        state.withLock { state in
            state.watches.compactMap { watch in
                guard case .value(let place) = watch.event, place.unit == unit else { return nil }
                return place
            }
        }
    }

    /// Tells of an event, unless the object that sends it listens.
    ///
    /// - Parameter sender: The sending object; `nil` where another listener or none sends.
    func notify(_ event: UnitEvent, value: Float, from sender: UInt?) {
        let hostTime = UInt64(clamping: app.environment.now.nanoseconds)
        let isNew = state.withLock { state in
            for watch in state.watches where watch.event == event && watch.object != sender {
                // The last of several values within the interval counts.
                if case .value = event {
                    state.waiting.removeAll { $0.object == watch.object && $0.event == event }
                }
                state.waiting.append(
                    Telling(object: watch.object, event: event, hostTime: hostTime, value: value))
            }
            guard !state.waiting.isEmpty, !state.isScheduled else { return false }
            state.isScheduled = true
            return true
        }
        guard isNew else { return }
        guard interval > .zero else { return schedule { self.deliver() } }
        app.environment.after(interval) { self.schedule { self.deliver() } }
    }

    private func deliver() {
        let tellings = state.withLock { state in
            defer {
                state.waiting = []
                state.isScheduled = false
            }
            return state.isDisposed ? [] : state.waiting
        }
        for telling in tellings { call(telling) }
    }
}
