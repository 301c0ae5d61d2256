import AudioModel
import Foundation
import HTTPTransfers
import Simulation
import Testing

@MainActor
@Suite("The network of a simulated phone") struct PhoneNetworkTests {
    private let phone = SimulatedPhone()
    private let app: SimulatedPhone.App
    private let url = "http://example.com/sound"

    init() {
        app = phone.launch("Player")
    }

    /// Bytes of which no two of the same position modulo a power of two are neighbours.
    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 * 7 % 251) } }

    private func serve(
        _ count: Int, _ rule: SimulatedPhone.ServerRule = .header("X", "1"),
        _ second: SimulatedPhone.ServerRule = .header("X", "2")
    ) {
        phone.network.serve(url, Data(bytes(count)), rule, second)
    }

    @Test("brings what is served in pieces after the latency")
    func whole() throws {
        serve(10_000, .contentType("audio/mpeg"))
        let download = try app.download(url)
        #expect(download.record.eventCount == 0)
        phone.advance(by: .seconds(1))
        let record = download.record
        #expect(record.bytes == bytes(10_000))
        #expect(record.pieces.map(\.count) == [4096, 4096, 1808])
        #expect(record.pieces.map(\.time) == [0.054096, 0.058192, 0.06])
        #expect(record.end == 0.06)
        #expect(record.failure == nil)
        #expect(record.response?.status == 200)
        #expect(record.response?.contentLength == 10_000)
        #expect(record.response?.acceptsRanges == true)
        #expect(record.response?.value(of: "content-type") == "audio/mpeg")
        #expect(phone.network.requests.map(\.byteCount) == [10_000])
    }

    @Test("sends parts on request")
    func parts() throws {
        serve(10_000)
        let middle = try app.download(TransferRequest(url: url, firstByte: 5, lastByte: 9))
        let rest = try app.download(TransferRequest(url: url, firstByte: 9_990))
        let beyond = try app.download(TransferRequest(url: url, firstByte: 10_000))
        phone.advance(by: .seconds(1))
        #expect(middle.record.bytes == Array(bytes(10_000)[5...9]))
        #expect(middle.record.response?.status == 206)
        #expect(middle.record.response?.totalByteCount == 10_000)
        #expect(middle.record.response?.firstByte == 5)
        #expect(rest.record.bytes == Array(bytes(10_000)[9_990...]))
        #expect(beyond.record.response?.status == 416)
        #expect(beyond.record.bytes.isEmpty && beyond.record.end != nil)
    }

    @Test("sends the whole where a server knows no parts, or something else by now")
    func noParts() throws {
        serve(100, .withoutRanges)
        let whole = try app.download(TransferRequest(url: url, firstByte: 5))
        phone.advance(by: .seconds(1))
        #expect(whole.record.response?.status == 200)
        #expect(whole.record.response?.acceptsRanges == false)
        #expect(whole.record.bytes.count == 100)

        serve(100)
        var request = TransferRequest(url: url, firstByte: 5)
        request.headers = [TransferHeader("If-Range", "\"another\"")]
        let changed = try app.download(request)
        phone.advance(by: .seconds(1))
        #expect(changed.record.response?.status == 200)
        let tag = try #require(changed.record.response?.value(of: "ETag"))
        request.headers = [TransferHeader("If-Range", tag)]
        let same = try app.download(request)
        phone.advance(by: .seconds(1))
        #expect(same.record.response?.status == 206)
    }

    @Test("shares its bandwidth among transfers")
    func sharing() throws {
        phone.network.bandwidth = 10_000
        serve(10_000)
        let one = try app.download(url)
        let other = try app.download(url)
        phone.advance(by: .seconds(3))
        #expect(abs(try #require(one.record.end) - 1.95) < 0.001)
        #expect(abs(try #require(other.record.end) - 2.05) < 0.001)
        #expect(one.record.bytes == other.record.bytes)
    }

    @Test("changes its bandwidth within a tenth of a second")
    func bandwidth() throws {
        phone.network.bandwidth = 1_000
        serve(11_000)
        let download = try app.download(url)
        phone.advance(by: .seconds(1.05))
        #expect(download.record.bytes.count == 1_000)
        phone.network.bandwidth = 100_000
        phone.advance(by: .seconds(0.3))
        #expect(download.record.bytes.count == 11_000)

        phone.network.bandwidth = 0
        let none = try app.download(url)
        phone.advance(by: .seconds(10))
        #expect(none.record.response != nil && none.record.bytes.isEmpty)
        phone.advance(by: .seconds(60))
        #expect(none.record.failure?.kind == .connectionLost)
    }

    @Test("obeys the bandwidth of a server")
    func serverBandwidth() throws {
        serve(10_000, .bandwidth(5_000))
        let slow = try app.download(url)
        phone.network.serve("http://example.com/other", Data(bytes(100_000)))
        let fast = try app.download("http://example.com/other")
        phone.advance(by: .seconds(3))
        #expect(abs(try #require(slow.record.end) - 2.0) < 0.1)
        #expect(try #require(fast.record.end) < 0.2)
    }

    @Test("stalls, and goes on")
    func stall() throws {
        serve(
            20_000, .stall(afterBytes: 12_345, for: .seconds(10)),
            .stall(afterBytes: 0, for: .seconds(1)))
        let download = try app.download(url)
        phone.advance(by: .seconds(5))
        #expect(download.record.bytes.count == 12_345)
        #expect(download.record.pieces.first.map { $0.time > 1.05 } == true)
        phone.advance(by: .seconds(7))
        #expect(download.record.bytes == bytes(20_000))
        #expect(try #require(download.record.end) > 11)
    }

    @Test("breaks off where a server closes the connection")
    func truncation() throws {
        serve(20_000, .truncate(afterBytes: 5_000))
        let lost = try app.download(url)
        let part = try app.download(TransferRequest(url: url, firstByte: 16_000))
        phone.advance(by: .seconds(1))
        #expect(lost.record.bytes.count == 5_000)
        #expect(lost.record.failure?.kind == .connectionLost)
        #expect(part.record.bytes.count == 4_000 && part.record.failure == nil)

        serve(20_000, .truncate(afterBytes: 5_000), .withoutLength)
        let closed = try app.download(url)
        phone.advance(by: .seconds(1))
        #expect(closed.record.bytes.count == 5_000)
        #expect(closed.record.failure == nil && closed.record.end != nil)
    }

    @Test("follows redirects up to the limit")
    func redirects() throws {
        serve(10)
        phone.network.serve("http://example.com/r/1", .redirect(to: "2"))
        phone.network.serve("http://example.com/r/2", .redirect(to: "/sound"))
        phone.network.serve("http://example.com/loop", .redirect(to: "/loop"))
        phone.network.serve("https://example.com/down", .redirect(to: url))
        let two = try app.download("http://example.com/r/1")
        let loop = try app.download("http://example.com/loop")
        let down = try app.download("https://example.com/down")
        phone.advance(by: .seconds(2))
        #expect(two.record.redirects == ["http://example.com/r/2", url])
        #expect(two.record.response?.url == url)
        #expect(two.record.bytes.count == 10)
        #expect(loop.record.redirects.count == 16)
        #expect(loop.record.failure?.kind == .tooManyRedirects)
        #expect(down.record.failure?.kind == .redirectRefused)
    }

    @Test("fails as a network does")
    func failures() throws {
        serve(10)
        phone.network.serve("http://example.com/gone", .status(410))
        phone.network.serve("http://closed.example/", .refused)
        phone.network.serve("http://mute.example/", .silent)
        phone.network.serve("https://fake.example/", .untrusted)
        let kinds = try [
            "http://closed.example", "https://fake.example/", "http://nowhere.example/",
            "ftp://example.com/sound", "sound",
        ].map { try app.download($0) }
        let missing = try app.download("http://example.com/other")
        let gone = try app.download("http://example.com/gone")
        let mute = try app.download("http://mute.example/")
        phone.advance(by: .seconds(1))
        #expect(
            kinds.map { $0.record.failure?.kind } == [
                .cannotConnect, .insecureConnection, .cannotFindHost, .unsupportedURL,
                .unsupportedURL,
            ])
        #expect(missing.record.response?.status == 404)
        #expect(gone.record.response?.status == 410)
        #expect(mute.record.end == nil)
        phone.advance(by: .seconds(60))
        #expect(mute.record.failure?.kind == .timedOut)
    }

    @Test("carries over a cellular network only what may use one")
    func cellular() throws {
        serve(10_000)
        phone.network.bandwidth = 1_000
        let lost = try app.download(url)
        phone.advance(by: .seconds(1))
        phone.network.interface = .cellular
        #expect(lost.record.failure?.kind == .connectionLost)
        phone.network.bandwidth = 1_000_000
        var request = TransferRequest(url: url)
        request.allowsCellularAccess = false
        let refused = try app.download(request)
        let allowed = try app.download(url)
        phone.advance(by: .seconds(1))
        #expect(refused.record.failure?.kind == .notConnected)
        #expect(allowed.record.bytes.count == 10_000)
        phone.network.interface = .wifi
        let again = try app.download(request)
        phone.advance(by: .seconds(1))
        #expect(again.record.bytes.count == 10_000)
    }

    @Test("loses its transfers when it is off, and starts none")
    func off() throws {
        serve(10_000)
        phone.network.bandwidth = 1_000
        let lost = try app.download(url)
        phone.advance(by: .seconds(2))
        phone.network.isReachable = false
        #expect(lost.record.failure?.kind == .connectionLost)
        let none = try app.download(url)
        phone.advance(by: .zero)
        #expect(none.record.failure?.kind == .notConnected)
        phone.network.isReachable = true
        phone.network.bandwidth = 1_000_000
        let again = try app.download(url)
        phone.advance(by: .seconds(1))
        #expect(again.record.bytes.count == 10_000)
    }
}
