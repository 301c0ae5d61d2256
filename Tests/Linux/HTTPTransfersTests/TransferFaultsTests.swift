import Dispatch
import HTTPTransfers
import Synchronization
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "Transfers that go wrong", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"))
struct TransferFaultsTests {
    private let service = CurlTransfers()
    private let server: TestHTTPServer

    init() throws {
        server = try TestHTTPServer()
    }

    @Test("lose nothing of what came before the connection was lost, at any byte")
    func dropAtEveryByte() {
        let file = testBytes(300)
        server.serve("/small", file)
        for position in 0..<file.count {
            let events = service.run(TransferRequest(url: server.url("/small?cut=\(position)")))
            #expect(events.failure?.kind == .connectionLost, "byte \(position)")
            #expect(events.bytes == Array(file[..<position]), "byte \(position)")
        }
        #expect(service.run(TransferRequest(url: server.url("/small?cut=300"))).bytes == file)
    }

    @Test("tell a connection that was reset from one that has ended")
    func reset() {
        let file = testBytes(100_000)
        server.serve("/file", file)
        let url = server.url("/file?nolen&cut=50000&reset&rate=1000000")
        #expect(service.run(TransferRequest(url: url)).failure?.kind == .connectionLost)
        let ended = service.run(TransferRequest(url: server.url("/file?nolen&cut=50000")))
        #expect(ended.hasFinished)
        #expect(ended.bytes == Array(file[..<50_000]))
    }

    @Test("believe no length that the server does not keep")
    func lies() {
        let file = testBytes(1000)
        server.serve("/file", file)
        let more = service.run(TransferRequest(url: server.url("/file?length=2000")))
        #expect(more.failure?.kind == .connectionLost)
        #expect(more.bytes == file)
        let fewer = service.run(TransferRequest(url: server.url("/file?length=400")))
        #expect(fewer.hasFinished)
        #expect(fewer.bytes == Array(file[..<400]))
        let wrong = service.run(TransferRequest(url: server.url("/file?length=-5")))
        #expect(wrong.bytes.count <= 1000)
    }

    @Test("take no header of two gigabytes")
    func endlessHeader() {
        let url = server.url("/headers?bytes=2147483648")
        let events = service.run(TransferRequest(url: url))
        #expect(events.failure?.kind == .badServerResponse)
        #expect(events.response == nil)
        #expect(server.waitForConnections())
        let small = service.run(TransferRequest(url: server.url("/headers?bytes=60000")))
        #expect(small.response?.status == 200)
    }

    @Test("say what is wrong with an address or a server")
    func kinds() throws {
        let refusing = try TestHTTPServer()
        let closed = refusing.url("/")
        refusing.stop()
        // A label that no name can have: it needs no network to find that out.
        let host = "http://\(String(repeating: "a", count: 64)).invalid/"
        let expected: [(String, [TransferFailure.Kind])] = [
            (closed, [.cannotConnect]),
            (host, [.cannotFindHost, .notConnected]),
            ("ftp://127.0.0.1/file", [.unsupportedURL]),
            ("file:///etc/passwd", [.unsupportedURL]),
            ("http://", [.unsupportedURL]), ("", [.unsupportedURL]),
            ("https://127.0.0.1:\(server.port)/", [.insecureConnection]),
        ]
        for (url, kinds) in expected {
            let failure = service.run(TransferRequest(url: url)).failure
            #expect(failure.map { kinds.contains($0.kind) } == true, "\(url): \(failure as Any)")
            #expect(failure?.reason.isEmpty == false)
        }
    }

    @Test("wait no longer than their limits")
    func limits() {
        var silent = TransferRequest(url: server.url("/never"))
        silent.limits.connectSeconds = 0.1
        silent.limits.firstByteSeconds = 0.2
        let start = DispatchTime.now().uptimeNanoseconds
        #expect(service.run(silent).failure?.kind == .timedOut)
        let passed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        #expect(passed >= 0.3)
        #expect(passed < 10)
        server.serve("/file", testBytes(1000))
        var stalled = TransferRequest(url: server.url("/file?stall=500,60"))
        stalled.limits.silenceSeconds = 0.2
        let events = service.run(stalled)
        #expect(events.failure?.kind == .connectionLost)
        #expect(events.bytes.count == 500)
        #expect(server.waitForConnections())
    }

    @Test("one byte a second keeps a transfer alive")
    func slow() {
        server.serve("/file", testBytes(4))
        var request = TransferRequest(url: server.url("/file?rate=1"))
        request.limits.silenceSeconds = 3
        let events = service.run(request)
        #expect(events.bytes == testBytes(4))
        #expect(events.hasFinished)
    }

    @Test("tell nothing after they are cancelled, and end the connection at once")
    func cancel() {
        let recorder = EventRecorder()
        let transfer = service.start(TransferRequest(url: server.url("/never"))) {
            recorder.take($0)
        }
        #expect(server.waitForRequests(1))
        let start = DispatchTime.now().uptimeNanoseconds
        transfer.cancel()
        #expect(server.waitForConnections())
        // The figure of an idle machine is under a millisecond.
        #expect(DispatchTime.now().uptimeNanoseconds - start < 2_000_000_000)
        #expect(recorder.all.isEmpty)
        transfer.resume()
        transfer.cancel()
        let early = service.start(TransferRequest(url: server.url("/never"))) { recorder.take($0) }
        early.cancel()
        // A later transfer shows that the thread is past the others.
        #expect(service.run(TransferRequest(url: server.url("/status?code=200"))).hasFinished)
        #expect(recorder.all.isEmpty)
    }

    @Test("let the server wait while they are paused")
    func pause() throws {
        let file = testBytes(32 << 20)
        server.serve("/file", file)
        let recorder = EventRecorder()
        let box = TransferBox()
        let transfer = service.start(TransferRequest(url: server.url("/file"))) { event in
            if case .bytes = event { box.transfer?.pause() }
            recorder.take(event)
        }
        box.transfer = transfer
        // Whatever came before the transfer was known to the closure.
        transfer.pause()
        #expect(service.run(TransferRequest(url: server.url("/status?code=200"))).hasFinished)
        let before = recorder.bytes.count
        #expect(service.run(TransferRequest(url: server.url("/status?code=200"))).hasFinished)
        #expect(recorder.bytes.count == before)
        #expect(before < file.count)
        box.transfer = nil
        transfer.resume()
        #expect(recorder.waitForEnd())
        #expect(recorder.bytes == file)
    }
}

@Suite("A build without HTTP", .enabled(if: !BuildTraits.hasHTTP, "built with HTTP"))
struct NoTransfersTests {
    @Test("says so in the failure of every transfer")
    func failure() {
        let events = CurlTransfers().run(TransferRequest(url: "http://127.0.0.1/"))
        #expect(events.failure?.reason.contains("trait HTTP") == true)
    }
}

/// The transfer that a closure of its own pauses.
private final class TransferBox: Sendable {
    private let held = Mutex<(any Transfer)?>(nil)

    var transfer: (any Transfer)? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
