import AudioModel
import SimulatedDevice

extension SimulatedPhone {
    /// How a server of the phone's network answers: given to `Network.serve(_:_:_:)`, as many as
    /// wanted. Positions count the bytes of what is served, from its beginning.
    public struct ServerRule: Sendable {
        let apply: @Sendable (inout ServedResource) -> Void

        /// The MIME type that the server states; without it none is stated.
        public static func contentType(_ type: String) -> ServerRule {
            ServerRule { $0.contentType = type }
        }

        /// A further field of the response's head.
        public static func header(_ name: String, _ value: String) -> ServerRule {
            ServerRule { $0.headers.append((name, value)) }
        }

        /// The time from a request to the head of its response, in place of the network's.
        public static func latency(_ latency: Duration) -> ServerRule {
            let latency = max(HostInterval(latency), .zero)
            return ServerRule { $0.latency = latency }
        }

        /// The most bytes a second that the server sends in one transfer, above 0; the network's
        /// bandwidth, which all transfers share, is a limit too.
        public static func bandwidth(_ bytesPerSecond: Double) -> ServerRule {
            ServerRule { $0.bandwidth = bytesPerSecond > 0 ? bytesPerSecond : nil }
        }

        /// The server waits before it sends the byte at a position, once in each transfer that
        /// comes by. Several such rules are several waits.
        public static func stall(afterBytes position: Int, for length: Duration) -> ServerRule {
            let stall = (position: Int64(max(position, 0)), length: HostInterval(length))
            return ServerRule { resource in
                resource.stalls.append(stall)
                resource.stalls.sort { $0.position < $1.position }
            }
        }

        /// The connection breaks after a number of bytes of each response.
        public static func truncate(afterBytes count: Int) -> ServerRule {
            ServerRule { $0.bytesUntilBreak = Int64(max(count, 0)) }
        }

        /// The server sends clients to another address: an absolute one, or another path of its
        /// own.
        public static func redirect(to url: String) -> ServerRule {
            ServerRule { $0.answer = .redirect(to: url) }
        }

        /// The status of the response: 404, 503 and so on.
        public static func status(_ status: Int) -> ServerRule {
            ServerRule { $0.answer = .status(status) }
        }

        /// The server sends nothing but the whole.
        public static let withoutRanges = ServerRule { $0.acceptsRanges = false }

        /// The server does not tell how long the body is: the end of the connection is its end.
        public static let withoutLength = ServerRule { $0.statesLength = false }

        /// The body is repeated without end, as a radio station's.
        public static let endless = ServerRule { $0.isEndless = true }

        /// A radio station: between blocks of sound it sends titles to clients that ask for them.
        ///
        /// - Parameters:
        ///   - interval: The number of bytes of sound between two blocks of metadata, at least 1.
        ///   - titles: The titles by the number of their block, from 0; other blocks are empty.
        public static func icy(interval: Int, titles: [Int: String]) -> ServerRule {
            let titles = IcyTitles(interval: interval, titles: titles)
            return ServerRule { $0.titles = titles }
        }

        /// The server refuses connections.
        public static let refused = ServerRule { $0.answer = .refusal }
        /// The server accepts connections and never answers.
        public static let silent = ServerRule { $0.answer = .silence }
        /// The server shows a certificate that is not trusted.
        public static let untrusted = ServerRule { $0.answer = .untrusted }
    }
}
