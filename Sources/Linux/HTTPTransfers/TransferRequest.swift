/// What is asked of a server.
package struct TransferRequest: Hashable, Sendable {
    /// An absolute address: `http` or `https`.
    package var url: String
    /// Header fields beyond those that a transfer sends by itself.
    package var headers: [TransferHeader] = []
    /// The first byte that is wanted, as `Range: bytes=first-`; `nil` for no range.
    package var firstByte: Int64?
    /// The last byte that is wanted; `nil` for all that follow.
    package var lastByte: Int64?
    package var limits = TransferLimits()
    /// Whether a cellular network may carry it: on a simulated phone. On a machine it has no effect.
    package var allowsCellularAccess = true

    package init(url: String, firstByte: Int64? = nil, lastByte: Int64? = nil) {
        self.url = url
        self.firstByte = firstByte
        self.lastByte = lastByte
    }
}

/// A header field of a request or a response.
package struct TransferHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// How long a transfer waits, and how much it takes.
package struct TransferLimits: Hashable, Sendable {
    /// Seconds until the server has accepted the connection.
    package var connectSeconds = 30.0
    /// Seconds from the request to the first byte of the response.
    package var firstByteSeconds = 60.0
    /// Seconds without a byte after which the connection counts as lost.
    package var silenceSeconds = 60.0
    /// The number of redirects that are followed.
    package var redirectsMax = 16
    /// Bytes of all header fields of a response.
    package var headerBytesMax = 64 << 10

    package init() {}
}

/// The head of a response.
package struct TransferResponse: Hashable, Sendable {
    /// The address that has answered, after redirects.
    package var url: String
    /// The status: 200, 206, …; that of `ICY 200 OK` is 200.
    package var status: Int
    package var headers: [TransferHeader]
    /// The address of the machine that has answered, without its port; `nil` while unknown.
    package var serverAddress: String?

    package init(url: String, status: Int, headers: [TransferHeader]) {
        self.url = url
        self.status = status
        self.headers = headers
    }

    /// The value of a header field; of several of the name the last.
    package func value(of name: String) -> String? {
        headers.last { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The number of bytes of the body, as the server states it.
    package var contentLength: Int64? {
        value(of: "Content-Length").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The first byte of the body within the whole, of a response with a part (206).
    package var firstByte: Int64? { contentRange?.first }

    /// The length of the whole, where it is known.
    package var totalByteCount: Int64? {
        status == 206 ? contentRange?.total ?? nil : contentLength
    }

    /// Whether the server answers requests for parts.
    package var acceptsRanges: Bool {
        status == 206 || value(of: "Accept-Ranges")?.lowercased() == "bytes"
    }

    /// Removes lengths and places that are those of a compressed body, which arrives as it was before.
    package mutating func forgetCompressedLengths() {
        let coding = value(of: "Content-Encoding")?.lowercased() ?? "identity"
        guard !coding.isEmpty, coding != "identity" else { return }
        headers.removeAll {
            ["content-length", "content-range", "accept-ranges"].contains($0.name.lowercased())
        }
    }

    private var contentRange: (first: Int64, total: Int64?)? {
        guard status == 206, let text = value(of: "Content-Range"), text.hasPrefix("bytes ")
        else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let dash = parts[0].firstIndex(of: "-"),
            let first = Int64(parts[0][..<dash]), first >= 0
        else { return nil }
        return (first, Int64(parts[1]).flatMap { $0 >= 0 ? $0 : nil })
    }
}

/// Why a transfer has failed.
package struct TransferFailure: Error, Hashable, Sendable {
    /// The kinds of failures, with the code of `NSURLErrorDomain` that an app sees.
    package enum Kind: Int, Sendable {
        case unknown = -1
        case timedOut = -1001
        case unsupportedURL = -1002
        case cannotFindHost = -1003
        case cannotConnect = -1004
        case connectionLost = -1005
        case tooManyRedirects = -1007
        case notConnected = -1009
        /// A redirect to an address that is not followed.
        case redirectRefused = -1010
        case badServerResponse = -1011
        case insecureConnection = -1200
        /// A local file is missing.
        case noSuchFile = -1100
        /// A local file is not the user's to read.
        case noPermission = -1102
    }

    package var kind: Kind
    /// What has happened, as a sentence for messages.
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
