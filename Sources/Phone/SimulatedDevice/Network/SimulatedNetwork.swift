package import AudioModel
package import HTTPTransfers
package import NetworkPaths
package import SoundClient
import Synchronization

/// The network of a simulated phone, and the servers that it reaches: a script in the phone's time.
/// Nothing of it touches the machine's network. Any thread.
///
/// All transfers share the phone's bandwidth: the link carries one piece at a time, the transfers
/// in turn. A piece has at most 4 KiB, and no more than arrives in a tenth of a second.
package final class SimulatedNetwork: Sendable {
    struct State {
        var resources: [NetworkAddress: ServedResource] = [:]
        var isReachable = true
        var interface = NetworkInterface.Kind.wifi
        var savesData = false
        var bandwidth = SimulatedNetwork.bandwidthDefault
        var latency = SimulatedNetwork.latencyDefault
        /// The transfers that have not ended, in the order of starting.
        var transfers: [(transfer: NetworkTransfer, progress: NetworkTransfer.Progress)] = []
        var nextNumber = 0
        /// The transfer with the piece that the link carries; `nil` while it carries none.
        var carried: (number: Int, bytes: [UInt8])?
        var carriedNumber = 0
        /// The transfer that had the link last.
        var lastTurn = -1
        var requests: [NetworkRequest] = []
    }

    /// Bytes a second.
    package static let bandwidthDefault = 1_000_000.0
    package static let latencyDefault = HostInterval.milliseconds(50)
    package static let pieceBytesMax = 4096
    /// Limit of requests that are kept.
    private static let requestsMax = 10_000
    /// The fastest link, in bytes a second.
    private static let bandwidthMax = 1e9

    let state = Mutex(State())
    /// The phone's way to the network, as apps see it.
    package let path = SettablePath(State().path)
    let environment: any AppEnvironment

    /// - Parameter environment: The phone's clock and queue.
    package init(_ environment: any AppEnvironment) {
        self.environment = environment
    }

    // MARK: Settings

    /// Whether the phone reaches the network. Without it all transfers break off.
    package var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set {
            let ended = state.withLock { state -> [NetworkTransfer] in
                state.isReachable = newValue
                guard !newValue else { return [] }
                let ended = state.transfers.map { $0.transfer }
                (state.transfers, state.carried) = ([], nil)
                return ended
            }
            followPath()
            let failure = TransferFailure(.connectionLost, "the phone lost its network")
            for transfer in ended { transfer.deliver([.failed(failure)]) }
        }
    }

    /// The interface over which the phone reaches the network.
    package var interface: NetworkInterface.Kind {
        get { state.withLock { $0.interface } }
        set {
            let ended = state.withLock { state -> [NetworkTransfer] in
                let hasChanged = state.interface != newValue
                state.interface = newValue
                // A connection belongs to its interface.
                guard hasChanged else { return [] }
                let ended = state.transfers.map { $0.transfer }
                (state.transfers, state.carried) = ([], nil)
                return ended
            }
            followPath()
            let failure = TransferFailure(.connectionLost, "the phone changed its network")
            for transfer in ended { transfer.deliver([.failed(failure)]) }
        }
    }

    /// Whether the user wants to save data.
    package var savesData: Bool {
        get { state.withLock { $0.savesData } }
        set {
            state.withLock { $0.savesData = newValue }
            followPath()
        }
    }

    private func followPath() { path.set(state.withLock { $0.path }) }

    /// Bytes a second that arrive, for all transfers together; 0 for none. The piece on its way
    /// keeps its time.
    package var bandwidth: Double {
        get { state.withLock { $0.bandwidth } }
        set {
            state.withLock { $0.bandwidth = newValue > 0 ? min(newValue, Self.bandwidthMax) : 0 }
            carryNext()
        }
    }

    /// The time from a request to the head of its response.
    package var latency: HostInterval {
        get { state.withLock { $0.latency } }
        set { state.withLock { $0.latency = max(newValue, .zero) } }
    }

    /// The requests so far, oldest first; at most 10,000.
    package var requests: [NetworkRequest] { state.withLock { $0.requests } }

    package func serve(_ resource: ServedResource, at address: NetworkAddress) {
        state.withLock { $0.resources[address] = resource }
    }

    package func stopServing(_ address: NetworkAddress) {
        state.withLock { $0.resources[address] = nil }
    }

    // MARK: Transfers

    func start(
        _ request: TransferRequest, _ environment: any AppEnvironment,
        _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> NetworkTransfer {
        let now = self.environment.now
        let (transfer, failure) = state.withLock {
            state -> (NetworkTransfer, TransferFailure?) in
            let transfer = NetworkTransfer(
                request, number: state.nextNumber, on: self, environment, receive)
            state.nextNumber += 1
            guard state.isReachable else {
                return (transfer, TransferFailure(.notConnected, "the phone has no network"))
            }
            guard request.allowsCellularAccess || state.interface != .cellular else {
                let words = "the phone has a cellular network only, which is not to be used"
                return (transfer, TransferFailure(.notConnected, words))
            }
            guard let address = NetworkAddress(request.url),
                ["http", "https"].contains(address.scheme)
            else {
                return (transfer, TransferFailure(.unsupportedURL, "no address of the web"))
            }
            let progress = NetworkTransfer.Progress(address: address, lastActivity: now)
            state.transfers.append((transfer, progress))
            return (transfer, nil)
        }
        if let failure {
            transfer.deliver([.failed(failure)])
        } else {
            ask(transfer)
            watch(transfer, after: Self.interval(request.limits.firstByteSeconds))
        }
        return transfer
    }

    func setPaused(_ isPaused: Bool, _ transfer: NetworkTransfer) {
        let now = environment.now
        state.withLock { state in
            state.change(transfer) { progress in
                progress.isPaused = isPaused
                if !isPaused { progress.lastActivity = now }
            }
        }
        if !isPaused { carryNext() }
    }

    func forget(_ transfer: NetworkTransfer) {
        let dropped = state.withLock { $0.remove(transfer) }
        if dropped { carryNext() }
    }

    /// Sends the request to the server of its address, which answers after the latency.
    private func ask(_ transfer: NetworkTransfer) {
        let latency = state.withLock { state in
            guard let progress = state.progress(of: transfer) else { return HostInterval.zero }
            if state.requests.count < Self.requestsMax {
                let index = state.requests.count
                state.requests.append(
                    NetworkRequest(
                        url: progress.address.text, time: environment.now,
                        firstByte: transfer.request.firstByte, lastByte: transfer.request.lastByte,
                        headers: transfer.request.headers))
                state.change(transfer) { $0.logIndex = index }
            }
            return state.resources[progress.address]?.latency ?? state.latency
        }
        environment.after(latency) { [self] in answer(transfer) }
    }

    /// Fails a transfer of which nothing has been heard for too long.
    private func watch(_ transfer: NetworkTransfer, after interval: HostInterval) {
        environment.after(interval) { [weak self] in
            guard let self else { return }
            let now = environment.now
            let limits = transfer.request.limits
            let left = state.withLock { state -> HostInterval? in
                guard let progress = state.progress(of: transfer) else { return nil }
                let hasBegun = progress.body != nil
                let limit = hasBegun ? limits.silenceSeconds : limits.firstByteSeconds
                let end =
                    (progress.isPaused ? now : progress.lastActivity)
                    + Self.interval(limit)
                return max(end - now, .zero)
            }
            guard let left else { return }
            if left > .zero { return watch(transfer, after: left) }
            let hasBegun = state.withLock { $0.progress(of: transfer)?.body != nil }
            fail(
                transfer,
                hasBegun
                    ? .init(.connectionLost, "the server has fallen silent")
                    : .init(.timedOut, "the server does not answer"))
        }
    }

    /// An interval in seconds, at least 1 ms and at most eleven days.
    private static func interval(_ seconds: Double) -> HostInterval {
        .seconds(min(max(seconds, 0.001), 1e6))
    }

    func fail(_ transfer: NetworkTransfer, _ failure: TransferFailure) {
        end(transfer, with: .failed(failure))
    }

    func end(_ transfer: NetworkTransfer, with event: TransferEvent) {
        guard state.withLock({ $0.remove(transfer) }) else { return }
        transfer.deliver([event])
        carryNext()
    }

    /// Follows a redirect.
    func redirect(_ transfer: NetworkTransfer, to target: String) {
        let failure = state.withLock { state -> TransferFailure? in
            guard let old = state.progress(of: transfer) else { return nil }
            guard let address = old.address.redirected(to: target),
                ["http", "https"].contains(address.scheme),
                old.address.scheme != "https" || address.scheme == "https"
            else { return .init(.redirectRefused, "a redirect to \(target) is not followed") }
            guard old.redirectCount < transfer.request.limits.redirectsMax else {
                return .init(.tooManyRedirects, "the server redirects again and again")
            }
            state.change(transfer) { progress in
                progress.address = address
                progress.redirectCount += 1
            }
            return nil
        }
        if let failure { return fail(transfer, failure) }
        guard let address = state.withLock({ $0.progress(of: transfer)?.address }) else { return }
        transfer.deliver([.redirected(to: address.text)])
        ask(transfer)
    }
}

extension SimulatedNetwork.State {
    /// The way to the network that apps see.
    var path: NetworkPath {
        var path = NetworkPath()
        guard isReachable else {
            path.obstacle = .noRoute
            return path
        }
        let name =
            switch interface {
            case .wifi: "en0"
            case .cellular: "pdp_ip0"
            case .wiredEthernet: "en1"
            case .loopback, .other: "utun0"
            }
        path.interfaces = [NetworkInterface(name: name, index: 4, kind: interface)]
        (path.supportsIPv4, path.supportsIPv6, path.supportsDNS) = (true, true, true)
        path.isExpensive = interface == .cellular
        path.isConstrained = savesData
        path.gateways = ["192.0.2.1"]
        return path
    }

    func progress(of transfer: NetworkTransfer) -> NetworkTransfer.Progress? {
        transfers.first { $0.transfer === transfer }?.progress
    }

    mutating func change(
        _ transfer: NetworkTransfer, _ body: (inout NetworkTransfer.Progress) -> Void
    ) {
        guard let index = transfers.firstIndex(where: { $0.transfer === transfer }) else { return }
        body(&transfers[index].progress)
    }

    /// - Returns: Whether the transfer had not ended.
    mutating func remove(_ transfer: NetworkTransfer) -> Bool {
        guard let index = transfers.firstIndex(where: { $0.transfer === transfer }) else {
            return false
        }
        transfers.remove(at: index)
        if carried?.number == transfer.number { carried = nil }
        return true
    }
}

/// A request that a server of a simulated network has received.
package struct NetworkRequest: Hashable, Sendable {
    package var url: String
    package var time: HostTime
    package var firstByte: Int64?
    package var lastByte: Int64?
    package var headers: [TransferHeader]
    /// The status of the answer; `nil` before it and without one.
    package var status: Int?
    /// Bytes of the body that were sent.
    package var byteCount: Int64 = 0
}
