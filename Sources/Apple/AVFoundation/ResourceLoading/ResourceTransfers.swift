import AudioFormats
import Foundation
import HTTPTransfers
import MediaSources
import SoundClient
import Synchronization

/// Transfers from an app itself: what has a scheme of the app's own is asked of the delegate of a
/// resource loader, and what has not of servers. Any thread.
///
/// The first two bytes are asked for first, as on iOS, with what the app knows about the resource;
/// the bytes that are wanted follow.
final class ResourceTransfers: TransferService {
    private struct State {
        var information: AVAssetResourceLoadingContentInformationRequest.Values?
    }

    private let loader: WeakLoader
    let app: AppSound
    let queue: any WorkQueue
    private let state = Mutex(State())

    init(_ loader: AVAssetResourceLoader, for app: AppSound) {
        self.loader = WeakLoader(loader)
        self.app = app
        queue = AssetWork.of(app).next()
    }

    var resourceLoader: AVAssetResourceLoader? { loader.loader }

    /// What the app has told about the resource; `nil` before.
    var information: AVAssetResourceLoadingContentInformationRequest.Values? {
        get { state.withLock { $0.information } }
        set { state.withLock { $0.information = newValue } }
    }

    func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        // A stream with a playlist of the app's own may have its segments at servers.
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        if ["http", "https"].contains(scheme), let network = app.networkAccess.service {
            return network.start(request, receive)
        }
        let transfer = ResourceTransfer(request, from: self, receive)
        queue.async { transfer.begin() }
        return transfer
    }
}

private final class WeakLoader: Sendable {
    private struct Reference {
        weak var loader: AVAssetResourceLoader?
    }

    private let reference: Mutex<Reference>

    init(_ loader: AVAssetResourceLoader) {
        reference = Mutex(Reference(loader: loader))
    }

    var loader: AVAssetResourceLoader? { reference.withLock { $0.loader } }
}

/// One transfer from an app. Its events are on the service's queue.
private final class ResourceTransfer: Transfer {
    private struct State {
        var request: AVAssetResourceLoadingRequest?
        var isPaused = false
        var isOver = false
        /// Events that wait for the end of a pause.
        var held: [TransferEvent] = []
    }

    private let wanted: TransferRequest
    private let service: ResourceTransfers
    private let receive: @Sendable (TransferEvent) -> Void
    private let state = Mutex(State())

    /// Bytes of the request by which the app tells about the resource.
    private static let probeByteCount = 2

    init(
        _ wanted: TransferRequest, from service: ResourceTransfers,
        _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.wanted = wanted
        self.service = service
        self.receive = receive
    }

    // MARK: The transfer

    func pause() { state.withLock { $0.isPaused = true } }

    func resume() {
        state.withLock { $0.isPaused = false }
        service.queue.async { self.giveHeld() }
    }

    func cancel() {
        let request = state.withLock { state in
            state.isOver = true
            state.held = []
            defer { state.request = nil }
            return state.request
        }
        guard let request, request.cancel() else { return }
        service.resourceLoader?.call(for: service.app) { delegate, loader in
            delegate.resourceLoader(loader, didCancel: request)
        }
    }

    /// Gives an event, on the service's queue and after those that wait.
    private func give(_ event: TransferEvent) {
        state.withLock { state in
            if !state.isOver { state.held.append(event) }
        }
        service.queue.async { self.giveHeld() }
    }

    private func giveHeld() {
        while let event = state.withLock({ state -> TransferEvent? in
            guard !state.isPaused, !state.isOver, !state.held.isEmpty else { return nil }
            let event = state.held.removeFirst()
            switch event {
            case .finished, .failed: state.isOver = true
            case .redirected, .response, .bytes: break
            }
            return event
        }) {
            receive(event)
        }
    }

    private func fail(_ kind: TransferFailure.Kind, _ reason: String) {
        give(.failed(TransferFailure(kind, reason)))
    }

    // MARK: Requests

    /// Asks about the resource, unless that is known, and then for the bytes.
    func begin() {
        if let information = service.information { return askForBytes(information) }
        let information = AVAssetResourceLoadingContentInformationRequest()
        let data = AVAssetResourceLoadingDataRequest(
            offset: 0, length: Self.probeByteCount, toEnd: false
        ) { _ in }
        ask(information, data) { [weak self] error in
            guard let self else { return }
            if let error { return fail(error) }
            service.information = information.values
            askForBytes(information.values)
        }
    }

    private func askForBytes(_ information: AVAssetResourceLoadingContentInformationRequest.Values)
    {
        let length = information.contentLength
        let first = information.acceptsRanges ? max(wanted.firstByte ?? 0, 0) : 0
        guard length == 0 || first < length else {
            give(.response(response(information, status: 416, first: first)))
            return give(.finished)
        }
        let end = wanted.lastByte.flatMap { information.acceptsRanges ? $0 + 1 : nil }
        let last = min(end ?? .max, length > 0 ? length : .max)
        let hasRange = information.acceptsRanges && wanted.firstByte != nil
        give(.response(response(information, status: hasRange ? 206 : 200, first: first)))
        let toEnd = end == nil
        let data = AVAssetResourceLoadingDataRequest(
            offset: first, length: Int(clamping: last == .max ? 0 : last - first),
            toEnd: toEnd || last == .max
        ) { [weak self] bytes in self?.give(.bytes(bytes)) }
        ask(nil, data) { [weak self] error in
            guard let self else { return }
            if let error { fail(error) } else { give(.finished) }
        }
    }

    /// Asks the delegate, on its queue.
    private func ask(
        _ information: AVAssetResourceLoadingContentInformationRequest?,
        _ data: AVAssetResourceLoadingDataRequest,
        finished: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let resource = AVAssetResourceLoadingRequest.ResourceRequest(
            url: URL(string: wanted.url),
            allHTTPHeaderFields: Dictionary(
                wanted.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
        let request = AVAssetResourceLoadingRequest(
            resource, information, data, finished: finished)
        let isOver = state.withLock { state in
            if !state.isOver { state.request = request }
            return state.isOver
        }
        guard !isOver else { return }
        guard let loader = service.resourceLoader else {
            return fail(.unsupportedURL, "The asset of the address is gone.")
        }
        let refuse: @Sendable () -> Void = { [weak self] in
            self?.fail(.unsupportedURL, "The app does not load the address.")
        }
        loader.call(for: service.app, isGone: refuse) { delegate, loader in
            guard !request.isCancelled else { return }
            let waits = delegate.resourceLoader(
                loader, shouldWaitForLoadingOfRequestedResource: request)
            if !waits, !request.isFinished, request.cancel() { refuse() }
        }
    }

    private func fail(_ error: any Error) {
        let error = error as NSError
        let kind =
            error.domain == NSURLErrorDomain ? TransferFailure.Kind(rawValue: error.code) : nil
        fail(
            kind ?? .unknown,
            "The app has failed to load the address: \(error.localizedDescription)")
    }

    private func response(
        _ information: AVAssetResourceLoadingContentInformationRequest.Values, status: Int,
        first: Int64
    ) -> TransferResponse {
        let length = information.contentLength
        var headers: [TransferHeader] = []
        if let type = information.contentType {
            headers.append(
                TransferHeader("Content-Type", PlayableTypes.mimeType(ofUniformType: type)))
        }
        if information.acceptsRanges { headers.append(TransferHeader("Accept-Ranges", "bytes")) }
        if status == 206 {
            let end = min(wanted.lastByte ?? .max, length > 0 ? length - 1 : .max)
            if length > 0 {
                headers.append(TransferHeader("Content-Length", "\(end - first + 1)"))
            }
            let last = end == .max ? "" : "\(end)"
            let total = length > 0 ? "\(length)" : "*"
            headers.append(TransferHeader("Content-Range", "bytes \(first)-\(last)/\(total)"))
        } else if length > 0 {
            headers.append(TransferHeader("Content-Length", "\(length)"))
        }
        return TransferResponse(url: wanted.url, status: status, headers: headers)
    }
}
