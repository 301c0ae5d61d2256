import Foundation
import Glibc
import Synchronization

/// A connection of a client, on a thread of its own.
package final class TestConnection: Sendable {
    private let descriptor: Int32
    /// Whether another request may follow.
    private let isKept = Atomic(true)
    private let isAnswering = Atomic(false)
    private static let headBytesMax = 1 << 20

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Ends the connection; what waits on it returns.
    package func end() {
        isKept.store(false, ordering: .relaxed)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Ends the connection by a reset: what has not arrived is lost.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        isKept.store(false, ordering: .relaxed)
    }

    /// Frees the descriptor, after the thread's last use.
    func close() {
        _ = Glibc.close(descriptor)
    }

    /// Whether a request is being answered.
    var isBusy: Bool { isAnswering.load(ordering: .relaxed) }

    func run(_ answer: (TestRequest) -> Void, _ answered: () -> Void) {
        while isKept.load(ordering: .relaxed), let request = nextRequest() {
            isAnswering.store(true, ordering: .relaxed)
            answer(request)
            isAnswering.store(false, ordering: .relaxed)
            answered()
        }
    }

    private func nextRequest() -> TestRequest? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.ends(with: Array("\r\n\r\n".utf8)) {
            guard head.count < Self.headBytesMax, recv(descriptor, &byte, 1, 0) == 1 else {
                return nil
            }
            head.append(byte)
            // A client that wants an encrypted connection.
            guard head.first != 0x16 else {
                write("HTTP/1.1 400 Test\r\nConnection: close\r\n\r\n")
                return nil
            }
        }
        return TestRequest(String(decoding: head, as: UTF8.self))
    }

    /// Writes bytes.
    ///
    /// - Returns: Whether the client is still there.
    @discardableResult
    package func write(_ bytes: some Collection<UInt8>) -> Bool {
        Array(bytes).withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = Glibc.send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    isKept.store(false, ordering: .relaxed)
                    return false
                }
                done += count
            }
            return true
        }
    }

    @discardableResult
    package func write(_ text: String) -> Bool { write(text.utf8) }

    /// Lets time pass while the client is there.
    ///
    /// - Returns: Whether it has passed; the client has gone otherwise.
    @discardableResult
    package func wait(seconds: Double) -> Bool {
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
        while true {
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < end else { return true }
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: (end - now + 999_999) / 1_000_000)
            guard poll(&waited, 1, milliseconds) > 0 else { continue }
            // A client that has sent another request meanwhile is refused.
            isKept.store(false, ordering: .relaxed)
            return false
        }
    }

    /// Waits until the client ends the connection.
    package func waitForEnd() {
        while wait(seconds: 3600) {}
    }
}

// MARK: Answers

extension TestConnection {
    /// Answers by a status without a body.
    package func sendStatus(_ status: Int, headers: [String: String] = [:]) {
        var head = "HTTP/1.1 \(status) Test\r\nContent-Length: 0\r\n"
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            head += "\(name): \(value)\r\n"
        }
        write(head + "\r\n")
    }

    /// Sends bytes as the request's query and its range have it.
    package func send(_ bytes: [UInt8], type: String?, for request: TestRequest) {
        let options = ServedOptions(request.query)
        var part = 0..<bytes.count
        let range = options.hasRanges ? request.range : nil
        let isWhole = request.headers["if-range"].map { $0 != options.tag } ?? false
        if let range, !isWhole {
            guard range.first < bytes.count else {
                return sendStatus(416, headers: ["Content-Range": "bytes */\(bytes.count)"])
            }
            let end = min(range.last ?? .max, bytes.count - 1) + 1
            part = range.first..<max(end, range.first)
        }
        var head = range == nil || isWhole ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Part\r\n"
        if range != nil, !isWhole {
            head += "Content-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
            head += "\r\n"
        }
        if options.hasRanges { head += "Accept-Ranges: bytes\r\n" }
        if let tag = options.tag { head += "ETag: \(tag)\r\n" }
        if let type = options.type ?? type { head += "Content-Type: \(type)\r\n" }
        if options.statesLength {
            head += "Content-Length: \(options.length ?? part.count)\r\n\r\n"
        } else {
            head += "Connection: close\r\n\r\n"
        }
        guard write(head), request.method != "HEAD" else { return }
        sendBody(bytes, part, options)
        if options.resets { return }
        if !options.statesLength || options.length.map({ $0 != part.count }) ?? false { end() }
    }

    private func sendBody(_ bytes: [UInt8], _ part: Range<Int>, _ options: ServedOptions) {
        var end = part.upperBound
        var isCut = false
        if let cut = options.cut, part.lowerBound + cut < end {
            (end, isCut) = (part.lowerBound + cut, true)
        }
        if let cut = options.cutOnce, part.lowerBound < cut, cut < end {
            (end, isCut) = (cut, true)
        }
        var next = part.lowerBound
        if let stall = options.stall, part.lowerBound + stall.byte < end {
            let place = part.lowerBound + stall.byte
            guard sendPaced(bytes[next..<place], options.rate), wait(seconds: stall.seconds) else {
                return
            }
            next = place
        }
        guard sendPaced(bytes[next..<end], options.rate), isCut else { return }
        if options.resets { reset() } else { self.end() }
    }

    /// Sends bytes at a rate, in 20 pieces a second or byte by byte.
    @discardableResult
    package func sendPaced(_ bytes: ArraySlice<UInt8>, _ rate: Double?) -> Bool {
        guard let rate, rate > 0 else { return write(bytes) }
        let count = max(Int(rate / 20), 1)
        var rest = bytes
        while !rest.isEmpty {
            guard write(rest.prefix(count)) else { return false }
            rest = rest.dropFirst(count)
            guard wait(seconds: Double(count) / rate) else { return false }
        }
        return true
    }

    func sendRadio(
        _ bytes: [UInt8], titles: [Int: String], type: String, statusLine: String,
        for request: TestRequest
    ) {
        let options = ServedOptions(request.query)
        let every = request.query["every"].flatMap { Int($0) } ?? 8000
        let hasTitles = request.wantsTitles && every > 0
        var head = "\(statusLine)\r\nContent-Type: \(options.type ?? type)\r\nicy-name: Test\r\n"
        if hasTitles { head += "icy-metaint: \(every)\r\n" }
        guard write(head + "\r\n") else { return }
        var next = 0
        var block = 0
        while next < bytes.count {
            let end = min(next + (hasTitles ? every : 1 << 14), bytes.count)
            guard sendPaced(bytes[next..<end], options.rate) else { return }
            if hasTitles, end - next == every {
                guard write(titleBlock(titles[block])) else { return }
            }
            next = end
            block += 1
        }
        end()
    }

    private func titleBlock(_ title: String?) -> [UInt8] {
        guard let title else { return [0] }
        var text = Array("StreamTitle='\(title)';".utf8)
        text += Array(repeating: 0, count: (16 - text.count % 16) % 16)
        return [UInt8(clamping: text.count / 16)] + text
    }

    func answerOwnPath(_ request: TestRequest) {
        switch request.path {
        case "/r":
            let count = request.query["n"].flatMap { Int($0) } ?? 1
            let target = request.query["to"] ?? "/"
            let next = count > 1 ? "/r?n=\(count - 1)&to=\(target)" : target
            sendStatus(302, headers: ["Location": next])
        case "/loop":
            sendStatus(302, headers: ["Location": "/loop"])
        case "/never":
            waitForEnd()
        case "/status":
            sendStatus(request.query["code"].flatMap { Int($0) } ?? 500)
        case "/headers":
            sendHeaders(byteCount: request.query["bytes"].flatMap { Int($0) } ?? 0)
        default:
            sendStatus(404)
        }
    }

    private func sendHeaders(byteCount: Int) {
        guard write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n") else { return }
        let line = "X-Filler: " + String(repeating: "a", count: 1012) + "\r\n"
        for _ in 0..<(byteCount + line.utf8.count - 1) / line.utf8.count {
            guard write(line) else { return }
        }
        write("\r\n")
    }
}

extension Array where Element == UInt8 {
    fileprivate func ends(with suffix: [UInt8]) -> Bool {
        count >= suffix.count && Array(self[(count - suffix.count)...]) == suffix
    }
}
