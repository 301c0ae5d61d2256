import CLinuxShim
import Foundation
import Glibc
import Synchronization

/// An HTTP server on 127.0.0.1 with a thread for each connection and a log of its requests. Any thread.
///
/// It serves bytes by path. The query of an address changes how; see `ServedOptions`. Paths of its
/// own: `/r?n=3&to=/path` redirects three times, `/loop` without end, `/never` does not answer,
/// `/status?code=404` answers by a status, and `/headers?bytes=N` sends header fields of N bytes.
package final class TestHTTPServer: Sendable {
    /// What answers a request: it writes to the connection, and returns when it is done.
    package typealias Handler =
        @Sendable (_ request: TestRequest, _ connection: TestConnection) -> Void

    /// The port that the system has chosen.
    package let port: Int
    private let listener: Int32
    private let shared: TestServerState

    /// Starts a server.
    package init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        shared = TestServerState()
        let (descriptor, state) = (listener, shared)
        Thread.detachNewThread { Self.accept(descriptor, state) }
    }

    deinit { stop() }

    /// The address of a path.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Ends all connections; the port refuses later ones.
    package func stop() {
        if shared.stop() { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    private static func accept(_ listener: Int32, _ shared: TestServerState) {
        while true {
            let descriptor = sori_accept(listener)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                break
            }
            // The connection's own thread waits.
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
            guard let connection = shared.add(descriptor) else {
                close(descriptor)
                break
            }
            Thread.detachNewThread {
                connection.run({ shared.answer($0, connection) }, { shared.tell() })
                shared.remove(connection)
            }
        }
        close(listener)
    }
}

// MARK: What is served

extension TestHTTPServer {
    /// Serves bytes at a path.
    package func serve(_ path: String, _ bytes: [UInt8], type: String? = nil) {
        handle(path) { request, connection in
            connection.send(bytes, type: type, for: request)
        }
    }

    /// Serves bytes as a radio does, with titles of `every` bytes of sound (`?every=8000`) for clients
    /// that ask for them.
    ///
    /// - Parameters:
    ///   - titles: The title after a block of sound, by the block's number from 0; blocks without a
    ///     title are followed by an empty one.
    ///   - statusLine: `ICY 200 OK` for old servers.
    package func serveRadio(
        _ path: String, _ bytes: [UInt8], titles: [Int: String], type: String = "audio/mpeg",
        statusLine: String = "HTTP/1.0 200 OK"
    ) {
        handle(path) { request, connection in
            connection.sendRadio(
                bytes, titles: titles, type: type, statusLine: statusLine, for: request)
        }
    }

    /// Serves a live playlist with a window that moves in real time, and its segments at
    /// `PREFIX/NUMBER.EXTENSION`, where the prefix is the path without its extension. The segments
    /// repeat without end.
    package func serveLive(
        _ path: String, segments: [[UInt8]], seconds: Double, window: Int = 3,
        extension suffix: String = "aac"
    ) {
        let start = DispatchTime.now().uptimeNanoseconds
        let folder = path.split(separator: ".").first.map(String.init) ?? path
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        handle(path) { request, connection in
            let passed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            let first = Int(passed / seconds)
            var text = "#EXTM3U\n#EXT-X-VERSION:3\n"
            text += "#EXT-X-TARGETDURATION:\(Int(seconds.rounded(.up)))\n"
            text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            for number in first..<first + window {
                text += "#EXTINF:\(seconds),\n\(name)/\(number).\(suffix)\n"
            }
            connection.send(
                Array(text.utf8), type: "application/vnd.apple.mpegurl", for: request)
        }
        handleAll(below: folder + "/") { request, connection in
            let digits = request.path.split(separator: "/").last?.split(separator: ".").first
            guard let number = digits.flatMap({ Int($0) }), number >= 0, !segments.isEmpty else {
                return connection.sendStatus(404)
            }
            connection.send(segments[number % segments.count], type: nil, for: request)
        }
    }

    /// Answers requests of a path.
    package func handle(_ path: String, _ handler: @escaping Handler) {
        shared.handle(path, handler)
    }

    /// Answers requests of all paths that begin so and have no handler.
    package func handleAll(below prefix: String, _ handler: @escaping Handler) {
        shared.handle(prefix, handler, isPrefix: true)
    }
}

// MARK: What has been asked

extension TestHTTPServer {
    /// The requests so far, in the order of their arrival.
    package var log: [TestRequest] { shared.log }

    /// The number of connections on which a request is being answered.
    package var connectionCount: Int { shared.connectionCount }

    /// Waits until a number of requests have arrived.
    ///
    /// - Returns: Whether they have within the seconds.
    package func waitForRequests(_ count: Int, seconds: Double = 10) -> Bool {
        shared.wait(seconds) { $0.log.count >= count }
    }

    /// Waits until requests are being answered on no more than a number of connections: the others have
    /// had their answer, or their clients have ended them.
    ///
    /// - Returns: Whether they have within the seconds.
    package func waitForConnections(_ count: Int = 0, seconds: Double = 10) -> Bool {
        shared.wait(seconds) { $0.busyCount <= count }
    }
}
