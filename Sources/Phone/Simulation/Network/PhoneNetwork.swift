import AudioModel
public import Foundation
import HTTPTransfers
import MediaSources
import NetworkPaths
import SimulatedDevice
import SoundClient

extension SimulatedPhone {
    /// The network of a phone, and the servers that it reaches: a script in the phone's time. It
    /// carries what `AVPlayer`, `AVURLAsset` and the other classes of Sori ask of servers; nothing
    /// of it touches the machine's network. `URLSession` stays on the machine's network and clock.
    ///
    ///     phone.network.serve(
    ///         "https://example.com/episode.mp3", episode, .contentType("audio/mpeg"),
    ///         .stall(afterBytes: 64_000, for: .seconds(10)))
    ///     phone.network.bandwidth = 8_000
    ///     phone.network.isReachable = false
    ///
    /// A request is answered after the latency. The phone's link carries one piece of at most 4 KiB
    /// at a time, the transfers in turn, so that they share the bandwidth. What arrives is an
    /// event of the phone's time: `advance` brings it, a stall costs no time, and every run has
    /// the same bytes at the same moments.
    @MainActor
    public final class Network {
        let simulated: SimulatedNetwork
        private let stage: SimulatedStage
        private let note: (String) -> Void

        init(_ stage: SimulatedStage, note: @escaping (String) -> Void) {
            self.stage = stage
            self.note = note
            simulated = SimulatedNetwork(stage.loop)
        }

        /// Whether the phone reaches the network. When it no longer does, transfers break off
        /// (`NSURLErrorNetworkConnectionLost`), and new ones fail
        /// (`NSURLErrorNotConnectedToInternet`).
        public var isReachable: Bool {
            get { simulated.isReachable }
            set { change { $0.isReachable = newValue } }
        }

        /// The kinds of interfaces over which a phone reaches the network.
        public enum Interface: Hashable, Sendable {
            case wifi
            /// The telephone network, which costs money.
            case cellular
            /// A cable, by an adapter.
            case wired
        }

        /// The interface over which the phone reaches the network, as `NWPathMonitor` sees it;
        /// Wi-Fi at first. A change breaks transfers off, as one network does not go on with the
        /// connections of another; over a cellular one, assets with
        /// `AVURLAssetAllowsCellularAccessKey` set to `false` find no network.
        public var interface: Interface {
            get {
                switch simulated.interface {
                case .cellular: .cellular
                case .wiredEthernet: .wired
                case .wifi, .loopback, .other: .wifi
                }
            }
            set {
                change { network in
                    switch newValue {
                    case .wifi: network.interface = .wifi
                    case .cellular: network.interface = .cellular
                    case .wired: network.interface = .wiredEthernet
                    }
                }
            }
        }

        /// Whether the user has asked apps to save data (`NWPath.isConstrained`), `false` at first.
        public var isLowDataMode: Bool {
            get { simulated.savesData }
            set { change { $0.savesData = newValue } }
        }

        /// Bytes a second, for all transfers together, up to 10⁹; 1,000,000 at first. With 0
        /// nothing arrives, and what waits for a server does so until its own limit. Negative
        /// values count as 0.
        public var bandwidth: Double {
            get { simulated.bandwidth }
            set { change { $0.bandwidth = newValue } }
        }

        /// The time from a request to the head of its response, 50 ms at first.
        public var latency: Duration {
            get { .nanoseconds(simulated.latency.nanoseconds) }
            set { change { $0.latency = HostInterval(newValue) } }
        }

        /// The requests that servers have received, oldest first; at most 10,000.
        public var requests: [Request] { simulated.requests.map(Request.init) }

        // MARK: Servers

        /// Lets a server have something at an address, in place of what it had there. The server is
        /// there from now on: what it has not is not found (404), while a host of which nothing is
        /// served has no name.
        ///
        /// - Parameters:
        ///   - url: An absolute address with the scheme `http` or `https`. Another one is a
        ///     finding.
        ///   - data: The body of the response.
        ///   - rules: How the server answers; by default with status 200, the body's length, and
        ///     with parts on request.
        public func serve(_ url: String, _ data: Data, _ rules: ServerRule...) {
            serve(url, ServedResource(Array(data)), rules)
        }

        /// Lets a server answer without a body: with a redirect, a status, or not at all.
        public func serve(_ url: String, _ rules: ServerRule...) {
            serve(url, ServedResource([]), rules)
        }

        /// Lets a server have something that changes with time: the playlist of a live stream.
        ///
        /// - Parameter body: The body at a moment, in the time since the phone was switched on.
        ///   Called once for each request, on the phone's thread.
        public func serve(
            _ url: String, _ rules: ServerRule..., body: @escaping @Sendable (Duration) -> Data
        ) {
            serve(url, ServedResource { Array(body($0.duration)) }, rules)
        }

        /// Lets a server have a stream of HLS: segments of about four seconds beside its playlist.
        ///
        /// - Parameters:
        ///   - url: The playlist's address. The segments of `…/radio.m3u8` are `…/radio-0.mp3`,
        ///     `…/radio-1.mp3` and so on (`aac` for ADTS): serve something else at one of them,
        ///     such as `.status(404)`, for a fault.
        ///   - file: A whole MP3 or ADTS file. Another one is a finding.
        ///   - isLive: Whether the playlist has the three segments of the moment, and the file is
        ///     repeated without end; otherwise it has all, and an end.
        ///   - times: How often a stream with an end has the file, 1…10,000.
        public func serveStream(
            _ url: String, _ file: Data, isLive: Bool = false, times: Int = 1
        ) {
            guard let address = NetworkAddress(url), ["http", "https"].contains(address.scheme)
            else { return note("'\(url)' is no address of a server") }
            let count = min(max(times, 1), 10_000)
            guard let stream = SegmentedStream(Array(file), at: address, times: count) else {
                return note("'\(url)' is made of MP3 and ADTS files, and the file is none")
            }
            for part in isLive ? stream.live() : stream.recorded() {
                simulated.serve(part.resource, at: part.address)
            }
        }

        /// Takes away what a server has at an address.
        public func stopServing(_ url: String) {
            guard let address = NetworkAddress(url) else { return }
            simulated.stopServing(address)
        }

        private func serve(_ url: String, _ resource: ServedResource, _ rules: [ServerRule]) {
            guard let address = NetworkAddress(url), ["http", "https"].contains(address.scheme)
            else { return note("'\(url)' is no address of a server") }
            var resource = resource
            for rule in rules { rule.apply(&resource) }
            simulated.serve(resource, at: address)
        }

        private func change(_ body: (SimulatedNetwork) -> Void) {
            stage.loop.prepareForAct()
            body(simulated)
            stage.loop.runDue()
        }

        /// A request that a server has received.
        public struct Request: Hashable, Sendable {
            public var url: String
            /// The time since the phone was switched on.
            public var time: Duration
            /// The first byte that is asked for; `nil` for the whole.
            public var firstByte: Int64?
            /// The last byte that is asked for; `nil` for all that follow.
            public var lastByte: Int64?
            /// The fields of the request, as the app's library sent them.
            public var headers: [String: String]
            /// The status of the answer; `nil` without one.
            public var status: Int?
            /// Bytes of the body that have arrived.
            public var byteCount: Int64

            init(_ request: NetworkRequest) {
                url = request.url
                time = request.time.duration
                (firstByte, lastByte) = (request.firstByte, request.lastByte)
                headers = Dictionary(
                    request.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
                (status, byteCount) = (request.status, request.byteCount)
            }
        }
    }

    /// Gives a launched app its way to the network.
    func shareNetwork(with app: App) {
        let sound = app.staged.sound
        let way = AppNetwork(network.simulated, for: sound.environment)
        app.networkWay = way
        _ = sound.attachment { NetworkAccess(way) }
        _ = sound.attachment { NetworkPathAccess(network.simulated.path) }
    }
}
