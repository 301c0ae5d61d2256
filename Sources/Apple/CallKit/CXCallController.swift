public import Dispatch
public import Foundation
import SoundClient
import SoundRuntime

/// Asks the app's provider for what the user does in the app itself.
///
/// Any thread.
public final class CXCallController: NSObject, Sendable {
    private let center: CallCenter
    private let queue: CallbackQueue
    /// The app's calls.
    public let callObserver: CXCallObserver

    /// Makes a controller that calls completions on the main queue.
    public convenience override init() { self.init(queue: .main) }

    /// Makes a controller.
    ///
    /// - Parameter queue: Where completions are called.
    public init(queue: DispatchQueue) {
        let app = currentApp(isForSound: false)
        center = CallCenter.of(app)
        self.queue = CallbackQueue(queue, of: app)
        callObserver = CXCallObserver(center)
    }

    /// Requests a transaction.
    ///
    /// - Parameter completion: Called with a `CXErrorCodeRequestTransactionError` when it is not
    ///   carried out; otherwise without an error, before the provider's delegate is asked.
    @preconcurrency
    public func request(
        _ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        do throws(CXErrorCodeRequestTransactionError) {
            let provider = try center.admit(transaction)
            queue.async { [center] in
                completion(nil)
                center.submit(transaction, to: provider)
            }
        } catch {
            queue.async { completion(error) }
        }
    }

    /// Requests a transaction.
    ///
    /// - Throws: A `CXErrorCodeRequestTransactionError` when it is not carried out.
    public func request(_ transaction: CXTransaction) async throws {
        let provider = try center.admit(transaction)
        queue.async { [center] in center.submit(transaction, to: provider) }
    }

    /// Requests a transaction of some actions; see `request(_:completion:)`.
    @preconcurrency
    public func requestTransaction(
        with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(actions: actions), completion: completion)
    }

    /// Requests a transaction of one action; see `request(_:completion:)`.
    @preconcurrency
    public func requestTransaction(
        with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Requests a transaction of some actions; see `request(_:)`.
    public func requestTransaction(with actions: [CXAction]) async throws {
        try await request(CXTransaction(actions: actions))
    }

    /// Requests a transaction of one action; see `request(_:)`.
    public func requestTransaction(with action: CXAction) async throws {
        try await request(CXTransaction(action: action))
    }
}
