package import AudioModel

/// What a media source has transferred: a record for each address, and the failures.
package struct MediaTransferLog: Hashable, Sendable {
    package var records: [Record] = []
    package var failures: [Failure] = []

    package init() {}

    /// The transfers from one address.
    package struct Record: Hashable, Sendable {
        package var url: String
        /// The server's address, without the port.
        package var serverAddress: String?
        package var byteCount: Int64 = 0
        package var requestCount = 1
        /// Bits a second, as measured; negative while unknown.
        package var observedBitRate = -1.0
        /// Bits a second, as a playlist says; negative for none.
        package var indicatedBitRate = -1.0
        /// `FILE`, `VOD` or `LIVE`.
        package var playbackType: String?
        package var start: HostTime

        package init(url: String, start: HostTime) {
            self.url = url
            self.start = start
        }
    }

    /// A failure that need not be the end.
    package struct Failure: Hashable, Sendable {
        package var url: String?
        package var time: HostTime
        package var status: Int
        package var domain: String
        package var comment: String?

        package init(url: String?, time: HostTime, status: Int, domain: String) {
            self.url = url
            self.time = time
            self.status = status
            self.domain = domain
        }
    }
}
