import AudioModel
import Foundation
import HTTPTransfers
import Simulation
import Testing

@MainActor
@Suite("A transfer of a simulated app") struct TransferControlTests {
    private let phone = SimulatedPhone()
    private let app: SimulatedPhone.App
    private let url = "http://example.com/sound"

    init() {
        app = phone.launch("Player")
        phone.network.bandwidth = 10_000
    }

    private func serve(_ count: Int) {
        phone.network.serve(url, Data(repeating: 1, count: count))
    }

    @Test("pauses and goes on")
    func pause() throws {
        serve(20_000)
        let download = try app.download(url)
        phone.advance(by: .seconds(0.5))
        app.run { download.transfer.pause() }
        let count = download.record.bytes.count
        phone.advance(by: .seconds(120))
        #expect(download.record.bytes.count <= count + 2 * 4096)
        #expect(download.record.end == nil)
        app.run { download.transfer.resume() }
        phone.advance(by: .seconds(3))
        #expect(download.record.bytes.count == 20_000)
        #expect(download.record.failure == nil)
    }

    @Test("is over when it is cancelled")
    func cancel() throws {
        serve(20_000)
        let download = try app.download(url)
        let early = try app.download(url)
        app.run { early.transfer.cancel() }
        phone.advance(by: .seconds(0.5))
        app.run { download.transfer.cancel() }
        let count = download.record.eventCount
        phone.advance(by: .seconds(5))
        #expect(count > 1)
        #expect(download.record.eventCount == count)
        #expect(early.record.eventCount == 0)
    }

    @Test("ends with the app's process")
    func process() throws {
        serve(20_000)
        let download = try app.download(url)
        phone.advance(by: .seconds(0.5))
        let count = download.record.eventCount
        phone.quit(app)
        phone.advance(by: .seconds(5))
        #expect(count > 1)
        #expect(download.record.eventCount == count)
        #expect(phone.network.requests[0].byteCount < 20_000)
    }

    @Test("brings the titles of a station to those who ask")
    func titles() throws {
        phone.network.bandwidth = 1_000_000
        phone.network.serve(
            url, Data(repeating: 1, count: 50),
            .icy(interval: 20, titles: [1: "A", 2: "É"]))
        let plain = try app.download(url)
        var request = TransferRequest(url: url)
        request.headers = [TransferHeader("Icy-MetaData", "1")]
        let titled = try app.download(request)
        phone.advance(by: .seconds(1))
        #expect(plain.record.bytes.count == 50)
        #expect(plain.record.response?.value(of: "icy-metaint") == nil)
        let sound = [UInt8](repeating: 1, count: 20)
        // A block's length counts units of 16 bytes.
        let text = Array("StreamTitle='A';".utf8)
        let first: [UInt8] = sound + [0] + sound + [1] + text
        let bytes = titled.record.bytes
        #expect(titled.record.response?.value(of: "icy-metaint") == "20")
        #expect(titled.record.response?.contentLength == nil)
        #expect(Array(bytes.prefix(first.count)) == first)
        #expect(Array(bytes.dropFirst(first.count)) == Array(sound.prefix(10)))
        #expect(titled.record.failure == nil && titled.record.end != nil)
    }

    @Test("of an endless stream goes on")
    func endless() throws {
        phone.network.serve(url, Data([1, 2, 3]), .endless)
        let download = try app.download(url)
        phone.advance(by: .seconds(10))
        let record = download.record
        #expect(record.bytes.count > 90_000)
        #expect(record.bytes.prefix(7) == [1, 2, 3, 1, 2, 3, 1])
        #expect(record.response?.contentLength == nil)
        #expect(record.end == nil)
    }

    @Test("has the body of its moment")
    func live() throws {
        phone.network.serve(url) { Data("\($0.components.seconds)".utf8) }
        let early = try app.download(url)
        phone.advance(by: .seconds(42.5))
        let late = try app.download(url)
        phone.advance(by: .seconds(1))
        #expect(early.record.bytes == Array("0".utf8))
        #expect(late.record.bytes == Array("42".utf8))
    }

    @Test("has the same pieces at the same times in every run")
    func determinism() throws {
        func run(step: Duration) throws -> [[Double]] {
            let phone = SimulatedPhone()
            let app = phone.launch("Player")
            phone.network.bandwidth = 12_345
            phone.network.serve(
                url, Data(repeating: 1, count: 30_000),
                .stall(afterBytes: 7_000, for: .seconds(0.7)))
            let downloads = try (0..<3).map { _ in try app.download(url) }
            for _ in 0..<Int(10 / (step / .seconds(1))) { phone.advance(by: step) }
            #expect(downloads.allSatisfy { $0.record.bytes.count == 30_000 })
            return downloads.map { $0.record.pieces.flatMap { [$0.time, Double($0.count)] } }
        }
        let once = try run(step: .seconds(10))
        #expect(try run(step: .milliseconds(10)) == once)
        #expect(try run(step: .milliseconds(250)) == once)
    }

    @Test("for what is no address is a finding")
    func findings() {
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        phone.network.serve("no address")
        phone.network.serve("ftp://example.com/")
        #expect(
            findings == [
                "'no address' is no address of a server",
                "'ftp://example.com/' is no address of a server",
            ])
    }
}
