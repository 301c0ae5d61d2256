import AudioModel
import CAudioToolbox
import CoreAudioTypes
import Foundation
import SoundClient
import SoundServer
import Synchronization

/// The state of Audio Session Services for one app: its listeners and their run loop. Any thread.
///
/// Listeners run on the app's run loop without any lock held, so they may call any function.
final class LegacySession: Sendable {
    typealias PropertyListener =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?
        ) -> Void

    /// The identity of a property listener: the property, the app's function and its client data.
    struct ListenerIdentity: Equatable {
        var property: AudioSessionPropertyID
        var procedure: UInt
        var clientData: UInt
    }

    private struct Listener {
        var number: Int
        var identity: ListenerIdentity
        var call: PropertyListener
    }

    /// A value with listeners, as last reported.
    private struct ReportedValue {
        var property: AudioSessionPropertyID
        var value: [UInt8]

        init<Value: BitwiseCopyable>(_ property: AudioSessionPropertyID, _ value: Value) {
            self.property = property
            self.value = withUnsafeBytes(of: value) { Array($0) }
        }
    }

    private struct State {
        var place: CallbackRunLoop?
        var reported: [ReportedValue] = []
        var listeners: [Listener] = []
        var nextNumber = 1
    }

    /// Most listeners of one app.
    private static let listenersMax = 1024

    /// The type of the interruption end that is being reported on this thread.
    @TaskLocal static var interruptionType: UInt32?

    private weak let app: AppSound?
    private let state = Mutex(State())

    /// The state of an app; made at first use.
    static func of(_ app: AppSound) -> LegacySession {
        app.attachment { LegacySession(app) }
    }

    private init(_ app: AppSound) {
        self.app = app
    }

    var isInitialized: Bool { state.withLock { $0.place != nil } }

    /// - Parameters:
    ///   - place: The run loop of the listeners.
    ///   - listener: Called with 1 when an interruption begins and 0 when it has ended.
    func initialize(
        _ place: CallbackRunLoop, _ listener: (@Sendable (UInt32) -> Void)?
    ) throws(SessionCallError) {
        guard let app else { throw .refused(.expiredSession) }
        let reported = values(app.connection.session, app)
        let isFirst = state.withLock { state in
            guard state.place == nil else { return false }
            state.place = place
            state.reported = reported
            return true
        }
        guard isFirst else { throw .alreadyInitialized }
        app.addObserver { [weak self] notification in
            self?.take(notification, place, listener)
        }
    }

    // MARK: Listeners

    /// Adds a listener unless it has been added already.
    func addListener(
        _ identity: ListenerIdentity, _ call: @escaping PropertyListener
    ) throws(SessionCallError) {
        let hasRoom = state.withLock { state in
            guard !state.listeners.contains(where: { $0.identity == identity }) else { return true }
            guard state.listeners.count < Self.listenersMax else { return false }
            state.listeners.append(
                Listener(number: state.nextNumber, identity: identity, call: call))
            state.nextNumber += 1
            return true
        }
        if !hasRoom { throw .tooManyListeners }
    }

    func removeListener(_ identity: ListenerIdentity) {
        state.withLock { $0.listeners.removeAll { $0.identity == identity } }
    }

    func removeListeners(of property: AudioSessionPropertyID) {
        state.withLock { $0.listeners.removeAll { $0.identity.property == property } }
    }

    // MARK: Notifications

    private func take(
        _ notification: AppNotification, _ place: CallbackRunLoop,
        _ listener: (@Sendable (UInt32) -> Void)?
    ) {
        switch notification {
        case .interruptionBegan:
            if let listener { place.schedule { listener(kAudioSessionBeginInterruption) } }
        case .interruptionEnded(let shouldResume):
            let type =
                shouldResume
                ? kAudioSessionInterruptionType_ShouldResume
                : kAudioSessionInterruptionType_ShouldNotResume
            guard let listener else { return }
            place.schedule {
                Self.$interruptionType.withValue(type) { listener(kAudioSessionEndInterruption) }
            }
        case .routeChanged(let reason, let previous):
            guard let app else { return }
            let route = app.connection.session.route
            tell(
                kAudioSessionProperty_AudioRouteChange,
                .object(legacyRouteChange(reason, from: previous, to: route)), place)
            tell(kAudioSessionProperty_AudioRoute, .text(legacyName(of: route)), place)
            tellValues(place)
        case .outputVolumeChanged: tellValues(place)
        case .mediaServicesLost: tell(kAudioSessionProperty_ServerDied, .flag(true), place)
        case .secondaryAudioHint, .mediaServicesReset, .willFinishLaunching, .didFinishLaunching,
            .openURL, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .willTerminate, .didReceiveMemoryWarning,
            .willChangeStatusBarFrame, .didChangeStatusBarFrame, .changed, .backgroundTaskExpires,
            .remoteCommand, .callRequested:
            break  // Newer than this interface, or for the application.
        }
    }

    /// Notifies listeners of the values that have changed.
    private func tellValues(_ place: CallbackRunLoop) {
        guard let app else { return }
        let now = values(app.connection.session, app)
        let before = state.withLock { state in
            defer { state.reported = now }
            return state.reported
        }
        for (old, new) in zip(before, now) where old.value != new.value {
            tell(new.property, .bytes(new.value), place)
        }
    }

    private func values(_ session: SessionSnapshot, _ app: AppSound) -> [ReportedValue] {
        let hardware = SessionHardware.of(app)
        return [
            ReportedValue(
                kAudioSessionProperty_CurrentHardwareInputNumberChannels,
                UInt32(hardware.inputChannelCount(of: session))),
            ReportedValue(
                kAudioSessionProperty_CurrentHardwareOutputNumberChannels,
                UInt32(hardware.outputChannelCount(of: session))),
            ReportedValue(
                kAudioSessionProperty_AudioInputAvailable,
                UInt32(session.isMicrophoneAvailable ? 1 : 0)),
            ReportedValue(kAudioSessionProperty_CurrentHardwareOutputVolume, session.outputVolume),
        ]
    }

    /// Calls the current listeners of a property, except those removed before their turn.
    private func tell(
        _ property: AudioSessionPropertyID, _ value: PropertyValue, _ place: CallbackRunLoop
    ) {
        let numbers = state.withLock { state in
            state.listeners.filter { $0.identity.property == property }.map(\.number)
        }
        guard !numbers.isEmpty else { return }
        // The object is only read.
        nonisolated(unsafe) let value = value
        place.schedule { [weak self] in
            for number in numbers {
                guard let listener = self?.listener(number) else { continue }
                let clientData = UnsafeMutableRawPointer(bitPattern: listener.identity.clientData)
                value.show { listener.call(clientData, property, UInt32(value.byteCount), $0) }
            }
        }
    }

    private func listener(_ number: Int) -> Listener? {
        state.withLock { state in state.listeners.first { $0.number == number } }
    }
}

extension PropertyValue {
    /// Passes the listener's argument to `body`: the object, or a pointer to the bytes.
    fileprivate func show(_ body: (UnsafeRawPointer?) -> Void) {
        switch self {
        case .bytes(let bytes), .structure(let bytes, _):
            bytes.withUnsafeBytes { body($0.baseAddress) }
        case .object(let object):
            withExtendedLifetime(object) {
                body(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
            }
        }
    }
}
