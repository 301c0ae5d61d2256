public import Foundation
import Synchronization

/// Bytes of a resource that an asset wants from its app. Any thread.
///
/// The app tells what it knows in `contentInformationRequest`, gives bytes to `dataRequest` and
/// calls `finishLoading`. Calls after that, and after the request was cancelled, do nothing.
///
/// Ownership: a mutex guards the state; all else is immutable.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    /// What is asked for. On Apple's systems it is a `URLRequest`, a type that Linux has in a
    /// library of its own.
    public struct ResourceRequest: Hashable, Sendable {
        /// The address of the resource, with the scheme of the app's own.
        public var url: URL?
        /// Header fields of the asset's options.
        public var allHTTPHeaderFields: [String: String]?

        /// The value of a header field.
        public func value(forHTTPHeaderField field: String) -> String? {
            allHTTPHeaderFields?.first { $0.key.lowercased() == field.lowercased() }?.value
        }
    }

    private enum State {
        case waiting
        case finished
        case cancelled
    }

    /// What is asked for.
    public let request: ResourceRequest
    /// What is to be told about the resource; `nil` when it is known.
    public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
    /// The bytes that are wanted.
    public let dataRequest: AVAssetResourceLoadingDataRequest?
    private let state = Mutex(State.waiting)
    /// Called once, unless the request is cancelled.
    private let finished: @Sendable ((any Error)?) -> Void

    init(
        _ request: ResourceRequest, _ information: AVAssetResourceLoadingContentInformationRequest?,
        _ dataRequest: AVAssetResourceLoadingDataRequest,
        finished: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.request = request
        contentInformationRequest = information
        self.dataRequest = dataRequest
        self.finished = finished
        super.init()
    }

    /// Whether the app has finished the request.
    open var isFinished: Bool { state.withLock { $0 == .finished } }
    /// Whether the bytes are not wanted any longer.
    open var isCancelled: Bool { state.withLock { $0 == .cancelled } }

    /// All bytes were given.
    open func finishLoading() { finish(nil) }

    /// The bytes cannot be given.
    ///
    /// - Parameter error: The asset fails with it where it is one of `NSURLErrorDomain`; `nil` for
    ///   success.
    open func finishLoading(with error: (any Error)?) { finish(error) }

    private func finish(_ error: (any Error)?) {
        let isFirst = state.withLock { state in
            guard state == .waiting else { return false }
            state = .finished
            return true
        }
        guard isFirst else { return }
        dataRequest?.end()
        finished(error)
    }

    /// Ends the request on behalf of the asset.
    ///
    /// - Returns: Whether the app had not finished it.
    func cancel() -> Bool {
        let isFirst = state.withLock { state in
            guard state == .waiting else { return false }
            state = .cancelled
            return true
        }
        dataRequest?.end()
        return isFirst
    }
}

/// A request for bytes that were given before.
///
/// Ownership: that of its superclass.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {}

/// What an app tells about a resource. Any thread.
///
/// Ownership: a mutex guards the values.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    struct Values {
        var contentType: String?
        var contentLength: Int64 = 0
        var acceptsRanges = false
        var renewalDate: Date?
        var isEntireLengthAvailable = false
    }

    private let storage = Mutex(Values())

    var values: Values { storage.withLock { $0 } }

    /// The uniform type identifier of the media, as `public.mp3`; a MIME type is taken, too.
    open var contentType: String? {
        get { values.contentType }
        set { storage.withLock { $0.contentType = newValue } }
    }

    /// The types that are understood; `nil` for all.
    open var allowedContentTypes: [String]? { nil }

    /// The length of the whole in bytes; 0 while it is not known.
    open var contentLength: Int64 {
        get { values.contentLength }
        set { storage.withLock { $0.contentLength = newValue } }
    }

    /// Whether bytes can be given from any offset on.
    open var isByteRangeAccessSupported: Bool {
        get { values.acceptsRanges }
        set { storage.withLock { $0.acceptsRanges = newValue } }
    }

    /// When the bytes must be asked for again; kept only.
    open var renewalDate: Date? {
        get { values.renewalDate }
        set { storage.withLock { $0.renewalDate = newValue } }
    }

    /// Whether all bytes are there at once; kept only.
    open var isEntireLengthAvailableOnDemand: Bool {
        get { values.isEntireLengthAvailable }
        set { storage.withLock { $0.isEntireLengthAvailable = newValue } }
    }
}

/// Bytes that are wanted. Any thread.
///
/// Ownership: a mutex guards the state; all else is immutable.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    private struct State {
        var givenCount: Int64 = 0
        var isOver = false
    }

    /// The first byte that is wanted.
    public let requestedOffset: Int64
    /// The number of bytes that are wanted.
    public let requestedLength: Int
    /// Whether all bytes from the first one on are wanted; the length is then the one that is
    /// known.
    public let requestsAllDataToEndOfResource: Bool
    private let state = Mutex(State())
    private let take: @Sendable ([UInt8]) -> Void

    init(
        offset: Int64, length: Int, toEnd: Bool, take: @escaping @Sendable ([UInt8]) -> Void
    ) {
        requestedOffset = offset
        requestedLength = length
        requestsAllDataToEndOfResource = toEnd
        self.take = take
        super.init()
    }

    /// The byte behind those that were given.
    open var currentOffset: Int64 { requestedOffset + state.withLock { $0.givenCount } }

    /// Gives the next bytes; those beyond what is wanted are left out.
    open func respond(with data: Data) {
        let limit = requestsAllDataToEndOfResource ? Int64.max : Int64(requestedLength)
        state.withLock { state in
            guard !state.isOver else { return }
            let count = min(Int64(data.count), limit - state.givenCount)
            guard count > 0 else { return }
            state.givenCount += count
            // Within the lock, so that bytes of two threads keep their order.
            take([UInt8](data.prefix(Int(count))))
        }
    }

    /// Takes no bytes more.
    func end() { state.withLock { $0.isOver = true } }
}
