public import Dispatch
public import Foundation
import MediaSources
import SoundClient
import SoundRuntime
import Synchronization

/// Gives an app's own bytes to an asset. Called on the delegate's queue.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
    /// Bytes are wanted.
    ///
    /// - Returns: Whether the delegate finishes the request, now or later; without it the load fails.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool

    /// Bytes that were loaded before are wanted again.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool

    /// Bytes are not wanted any longer.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
    /// Refuses the request.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
        false
    }

    /// Refuses the request.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool {
        false
    }

    /// Does nothing.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}

/// Asks an app for the bytes of an asset at an address with a scheme of the app's own: none of
/// `file`, `http` and `https`. Any thread.
///
/// Ownership: a mutex guards the delegate.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    private struct State {
        nonisolated(unsafe) weak var delegate: (any AVAssetResourceLoaderDelegate)?
        var queue: DispatchQueue?
        var preloadsKeys = false
    }

    private let state = Mutex(State())
    private let loader: AssetLoader

    init(_ loader: AssetLoader) {
        self.loader = loader
        super.init()
    }

    /// Sets the delegate, which is not retained, before the asset is loaded.
    ///
    /// - Parameter delegateQueue: The queue of its calls; `nil` for the main one.
    open func setDelegate(
        _ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
        guard loader.hasOwnScheme else { return }
        loader.service.withLock { service in
            service = delegate == nil ? nil : ResourceTransfers(self, for: loader.app)
        }
    }

    /// The delegate.
    open weak var delegate: (any AVAssetResourceLoaderDelegate)? {
        state.withLock { state in
            nonisolated(unsafe) let delegate = state.delegate
            return delegate
        }
    }

    /// The queue of the delegate's calls; `nil` for the main one.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Whether keys are loaded before they are needed; kept only.
    open var preloadsEligibleContentKeys: Bool {
        get { state.withLock { $0.preloadsKeys } }
        set { state.withLock { $0.preloadsKeys = newValue } }
    }

    /// Calls the delegate on its queue; not at all when it is gone.
    ///
    /// - Parameter isGone: Called in that case.
    func call(
        for app: AppSound, isGone: @escaping @Sendable () -> Void = {},
        _ body:
            @escaping @Sendable (any AVAssetResourceLoaderDelegate, AVAssetResourceLoader) -> Void
    ) {
        let block: @Sendable () -> Void = { [self] in
            guard let delegate else { return isGone() }
            body(delegate, self)
        }
        if let queue = delegateQueue, !queue.isMain {
            queue.async(execute: block)
        } else {
            app.environment.onMain(block)
        }
    }
}

extension AssetLoader {
    /// Whether the address has a scheme that only the app knows.
    var hasOwnScheme: Bool {
        let scheme = location.url.prefix { $0 != ":" }.lowercased()
        return !["file", "http", "https"].contains(scheme)
    }
}
