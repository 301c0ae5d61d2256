import HTTPTransfers
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "Transfers by libcurl", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"))
struct CurlTransfersTests {
    private let service = CurlTransfers()
    private let server: TestHTTPServer
    private let file = testBytes(100_000)

    init() throws {
        server = try TestHTTPServer()
        server.serve("/file", file, type: "audio/mpeg")
    }

    @Test("bring the head, the bytes and the end")
    func whole() throws {
        let events = service.run(TransferRequest(url: server.url("/file")))
        let response = try #require(events.response)
        #expect(response.status == 200)
        #expect(response.contentLength == 100_000)
        #expect(response.acceptsRanges)
        #expect(response.value(of: "content-type") == "audio/mpeg")
        #expect(response.serverAddress == "127.0.0.1")
        #expect(events.bytes == file)
        #expect(events.hasFinished)
        let request = try #require(server.log.first)
        #expect(request.headers["accept-encoding"] == "identity")
        #expect(request.userAgent == "Sori")
        #expect(request.headers["range"] == nil)
    }

    @Test("bring a part")
    func part() throws {
        let events = service.run(
            TransferRequest(url: server.url("/file"), firstByte: 99_000, lastByte: 99_499))
        let response = try #require(events.response)
        #expect(response.status == 206)
        #expect(response.firstByte == 99_000)
        #expect(response.totalByteCount == 100_000)
        #expect(events.bytes == Array(file[99_000..<99_500]))
        let open = service.run(TransferRequest(url: server.url("/file"), firstByte: 0))
        #expect(open.bytes == file)
        #expect(server.log.last?.headers["range"] == "bytes=0-")
        let past = service.run(TransferRequest(url: server.url("/file"), firstByte: 100_000))
        #expect(past.response?.status == 416)
        #expect(past.hasFinished)
    }

    @Test("send the fields that the request has, and none that begins another line")
    func fields() throws {
        var request = TransferRequest(url: server.url("/file"))
        request.headers = [
            TransferHeader("User-Agent", "Radio/1"), TransferHeader("Cookie", "a=b; c=d"),
            TransferHeader("Icy-MetaData", "1"), TransferHeader("X-Bad", "a\r\nX-Worse: b"),
            TransferHeader("X Bad", "a"), TransferHeader("X-Empty", ""),
        ]
        #expect(service.run(request).hasFinished)
        let asked = try #require(server.log.first)
        #expect(asked.userAgent == "Radio/1")
        #expect(asked.headers["cookie"] == "a=b; c=d")
        #expect(asked.wantsTitles)
        #expect(asked.headers["x-worse"] == nil)
        #expect(asked.headers["x-bad"] == nil)
        #expect(asked.headers["x-empty"] == "")
    }

    @Test("take addresses with blanks and letters of any language")
    func addresses() throws {
        server.serve("/a%20b%C3%A4.mp3", file)
        #expect(service.run(TransferRequest(url: server.url("/a b\u{E4}.mp3"))).bytes == file)
        #expect(service.run(TransferRequest(url: server.url("/a%20b%C3%A4.mp3"))).bytes == file)
        server.serve("/c%20d.mp3", file)
        server.handle("/away") { _, connection in
            connection.sendStatus(302, headers: ["Location": "/c d.mp3"])
        }
        #expect(service.run(TransferRequest(url: server.url("/away"))).bytes == file)
    }

    @Test("follow redirects up to their number")
    func redirects() {
        let three = service.run(TransferRequest(url: server.url("/r?n=3&to=/file")))
        #expect(three.redirects.count == 3)
        #expect(three.redirects.last == server.url("/file"))
        #expect(three.response?.url == server.url("/file"))
        #expect(three.bytes == file)
        #expect(service.run(TransferRequest(url: server.url("/r?n=16&to=/file"))).bytes == file)
        let more = service.run(TransferRequest(url: server.url("/r?n=17&to=/file")))
        #expect(more.failure?.kind == .tooManyRedirects)
        #expect(more.response == nil)
        let endless = service.run(TransferRequest(url: server.url("/loop")))
        #expect(endless.failure?.kind == .tooManyRedirects)
        #expect(endless.redirects.count == 16)
    }

    @Test("follow no redirect to another scheme")
    func otherSchemes() {
        for target in ["file:///etc/passwd", "ftp://127.0.0.1/file", "gopher://127.0.0.1/"] {
            let events = service.run(TransferRequest(url: server.url("/r?to=\(target)")))
            #expect(events.failure?.kind == .redirectRefused, "\(target)")
            #expect(events.redirects.isEmpty)
        }
    }

    @Test("send cookies to no other server than the first")
    func otherServer() throws {
        let other = try TestHTTPServer()
        other.serve("/file", file)
        server.handle("/away") { _, connection in
            connection.sendStatus(302, headers: ["Location": other.url("/file")])
        }
        var request = TransferRequest(url: server.url("/away"))
        request.headers = [TransferHeader("Cookie", "a=b"), TransferHeader("X-Own", "c")]
        #expect(service.run(request).bytes == file)
        #expect(server.log.first?.headers["cookie"] == "a=b")
        #expect(other.log.first?.headers["cookie"] == nil)
        #expect(other.log.first?.headers["x-own"] == "c")
    }

    @Test("take old servers of radio")
    func oldRadio() {
        server.serveRadio("/radio", file, titles: [:], statusLine: "ICY 200 OK")
        let events = service.run(TransferRequest(url: server.url("/radio")))
        #expect(events.response?.status == 200)
        #expect(events.response?.contentLength == nil)
        #expect(events.bytes == file)
        #expect(events.hasFinished)
    }

    @Test("give a compressed body as it was, without the lengths of the other")
    func compressed() {
        // A playlist's first line, by gzip.
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 83, 118, 141, 8, 241, 53, 14, 229, 2, 0, 181, 152, 236,
            65, 8, 0, 0, 0,
        ]
        server.handle("/list.m3u8") { _, connection in
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nAccept-Ranges: bytes\r\n"
                    + "Content-Length: \(packed.count)\r\n\r\n")
            connection.write(packed)
            connection.end()
        }
        let events = service.run(TransferRequest(url: server.url("/list.m3u8")))
        #expect(String(decoding: events.bytes, as: UTF8.self) == "#EXTM3U\n")
        #expect(events.hasFinished)
        #expect(events.response?.contentLength == nil)
        #expect(events.response?.acceptsRanges == false)
        #expect(server.log.first?.headers["accept-encoding"] == "identity")
    }

    @Test("pass on every status with its body")
    func statuses() {
        for status in [404, 403, 500, 204] {
            let events = service.run(TransferRequest(url: server.url("/status?code=\(status)")))
            #expect(events.response?.status == status)
            #expect(events.hasFinished)
        }
    }

    @Test("end a body without a length where the connection ends")
    func noLength() {
        let events = service.run(TransferRequest(url: server.url("/file?nolen")))
        #expect(events.bytes == file)
        #expect(events.hasFinished)
    }

    @Test("several at once are made by one thread and do not disturb each other")
    func several() {
        let hanging = EventRecorder()
        let waiting = (0..<5).map { _ in
            service.start(TransferRequest(url: server.url("/never"))) { hanging.take($0) }
        }
        let recorders = (0..<20).map { _ in EventRecorder() }
        let transfers = recorders.map { recorder in
            service.start(TransferRequest(url: server.url("/file"))) { recorder.take($0) }
        }
        for recorder in recorders {
            #expect(recorder.waitForEnd())
            #expect(recorder.bytes == file)
        }
        #expect(hanging.all.isEmpty)
        for transfer in waiting + transfers { transfer.cancel() }
        #expect(server.waitForConnections())
    }
}
