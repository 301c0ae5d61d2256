import AudioModel
public import Dispatch
public import Foundation
import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// What a registry tells.
@preconcurrency
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// The app has new credentials for a kind of push.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType)
    /// A push has arrived.
    ///
    /// - Parameter completion: To be called when the push is handled. From iOS 13 on, one for a call
    ///   must have been reported by then, or the app is ended.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void)
    /// A push for a call has arrived; since iOS 26.4, and in place of the method without metadata.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void)
    /// A push has arrived. Superseded by the method with a completion.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType)
    /// The credentials for a kind of push are no longer valid.
    func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

extension PKPushRegistryDelegate {
    /// Passes the push to the method without a completion, and completes it.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
        completion()
    }

    /// Passes the push to the method without metadata.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        pushRegistry(
            registry, didReceiveIncomingPushWith: payload, for: .voIP, completion: completion)
    }

    /// Does nothing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {}
    /// Does nothing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {}
}

/// Receives an app's pushes. In a simulated phone they come from its test; elsewhere none arrive.
///
/// Any thread.
///
/// Ownership: a mutex guards the state; the delegate is only used on the registry's queue.
public final class PKPushRegistry: NSObject, @unchecked Sendable {
    /// Ownership: the delegate is only passed on, and used on its queue.
    private struct State: @unchecked Sendable {
        weak var delegate: (any PKPushRegistryDelegate)?
        var types: Set<PKPushType>?
    }

    private let state = Mutex(State())
    private weak let app: AppSound?
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let token: Data

    /// Makes the calling app's registry.
    ///
    /// - Parameter queue: Where the delegate is called; `nil` for the main queue.
    public init(queue: DispatchQueue?) {
        let app = currentApp(isForSound: false)
        self.app = app
        let environment = app.environment
        if let queue, !queue.isMain {
            if CurrentApp.simulated != nil {
                let work = environment.makeWorkQueue(label: queue.label)
                run = { work.async($0) }
            } else {
                let serial = DispatchQueue(label: "sori.pushkit.callback", target: queue)
                run = { serial.async(execute: $0) }
            }
        } else {
            run = { environment.onMain($0) }
        }
        token = Self.token(ofApp: app.connection.app.rawValue)
    }

    /// A token of 32 bytes, the same for the same app of a phone.
    private static func token(ofApp number: Int) -> Data {
        var value = UInt64(truncatingIfNeeded: number) &+ 0x9E37_79B9_7F4A_7C15
        var bytes: [UInt8] = []
        while bytes.count < 32 {
            value ^= value << 13
            value ^= value >> 7
            value ^= value << 17
            bytes.append(UInt8(truncatingIfNeeded: value >> 32))
        }
        return Data(bytes)
    }

    /// The delegate, which is not retained.
    public weak var delegate: (any PKPushRegistryDelegate)? {
        get { state.withLock { $0 }.delegate }
        set {
            // Only passed on.
            nonisolated(unsafe) let delegate = newValue
            state.withLock { $0.delegate = delegate }
        }
    }

    /// The kinds of pushes that the app wants: each new one gives credentials.
    public var desiredPushTypes: Set<PKPushType>? {
        get { state.withLock { $0.types } }
        set {
            let new = state.withLock { state in
                defer { state.types = newValue }
                return (newValue ?? []).subtracting(state.types ?? [])
            }
            follow()
            for type in new.sorted(by: { $0.rawValue < $1.rawValue }) {
                run { [weak self] in
                    guard let self, desiredPushTypes?.contains(type) == true else { return }
                    delegate?.pushRegistry(
                        self, didUpdate: PKPushCredentials(type, token: token), for: type)
                }
            }
        }
    }

    /// The app's address for a kind of push; `nil` for one that it does not want.
    public func pushToken(for type: PKPushType) -> Data? {
        desiredPushTypes?.contains(type) == true ? token : nil
    }

    /// Receives the pushes for calls, or no longer.
    private func follow() {
        guard let calls = app?.appCalls else { return }
        guard desiredPushTypes?.contains(.voIP) == true else {
            calls.pushHandler = nil
            return
        }
        calls.pushHandler = { [weak self] payload, handled in
            guard let self else { return handled() }
            run { self.deliver(payload, handled) }
        }
    }

    private func deliver(
        _ payload: [String: any Sendable], _ handled: @escaping @Sendable () -> Void
    ) {
        guard let delegate else { return handled() }
        let push = PKPushPayload(.voIP, payload)
        guard let session = app?.connection.session, session.profile >= .ios26 else {
            return delegate.pushRegistry(
                self, didReceiveIncomingPushWith: push, for: .voIP, completion: handled)
        }
        let isInFront = session.appState == .active || session.appState == .inactive
        delegate.pushRegistry(
            self, didReceiveIncomingVoIPPushWith: push,
            metadata: PKVoIPPushMetadata(mustReport: !isInFront), withCompletionHandler: handled)
    }
}
