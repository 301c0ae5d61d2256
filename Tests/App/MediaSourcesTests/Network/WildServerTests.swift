import AudioCodecs
import AudioModel
import Dispatch
import Foundation
import HTTPTransfers
import MediaSources
import SoundClient
import Synchronization
import TestSupport
import Testing

@Suite("Media of a server that sends anything")
struct WildServerTests {
    @Test("ends, whatever comes", arguments: 0..<20)
    func anything(part: Int) throws {
        let app = MachineApp(hurries: true)
        let sounds = try Self.sounds()
        for seed in part * 20..<part * 20 + 20 {
            let service = WildService(seed: UInt64(seed), sounds[seed % sounds.count])
            let source = makeMediaSource(
                MediaLocation(url: "http://wild.example/sound"), for: app.sound, service: service)
            let change = DispatchSemaphore(value: 0)
            source.setObserver { _ in change.signal() }
            source.load()
            while !source.state.isDecided, change.wait(timeout: .now() + 0.5) == .success {}
            if let reader = try? source.makeReader() {
                try Self.read(reader, change, seed)
            }
            for range in source.buffer.loaded {
                #expect(range.lowerBound >= 0 && range.upperBound.isFinite)
            }
            source.close()
        }
    }

    private static func sounds() throws -> [[UInt8]] {
        var sounds = [wavFile((0..<3000).map { Int16($0) }, rate: 8000)]
        if EncodedSounds.hasMP3 {
            sounds.append(try EncodedSounds.encoded(.mpegLayer3, .mp3, seconds: 1))
        }
        if EncodedSounds.hasAAC {
            sounds += [try EncodedSounds.f5.get(), try EncodedSounds.tablesLast.get()]
        }
        return sounds
    }

    private static func read(
        _ reader: any MediaReader, _ change: DispatchSemaphore, _ seed: Int
    ) throws {
        var samples = [Float](repeating: 0, count: 4096 * reader.channelCount)
        for step in 0..<200 {
            if step % 40 == 39 {
                _ = reader.seek(toFrame: Int64(seed * 997 % 300_000), exactly: true)
            }
            let result = try samples.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: 4096)
            }
            switch result {
            case .frames(let count): #expect((1...4096).contains(count))
            case .waiting:
                if change.wait(timeout: .now() + 0.05) == .timedOut { return }
            case .ended, .failed: break
            }
        }
    }
}

/// A server without rules: its answers, their order and their bytes follow from a seed.
private final class WildService: TransferService {
    private let file: [UInt8]
    private let random: Mutex<UInt64>
    private let queue = DispatchQueue(label: "test.wild")

    init(seed: UInt64, _ file: [UInt8]) {
        self.file = file
        random = Mutex(seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    }

    private func next(_ count: Int) -> Int {
        random.withLock { state in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(max(count, 1)))
        }
    }

    func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        let transfer = WildTransfer(receive)
        queue.async { [self] in answer(request, transfer) }
        return transfer
    }

    private func answer(_ request: TransferRequest, _ transfer: WildTransfer) {
        if next(20) == 0 { transfer.tell(.bytes([1, 2, 3])) }
        for _ in 0..<(next(12) == 0 ? 2 : 1) { transfer.tell(.response(response(request))) }
        var rest = file.dropFirst(Int(clamping: request.firstByte ?? 0))[...]
        let end = next(3) == 0 ? next(file.count) : .max
        var sent = 0
        while !rest.isEmpty, sent < end {
            var piece = Array(rest.prefix(1 + next(3000)))
            if next(12) == 0 { piece[next(piece.count)] = UInt8(next(256)) }
            if next(60) == 0 { piece.removeFirst() }
            rest = rest.dropFirst(piece.count)
            sent += piece.count
            if !piece.isEmpty { transfer.tell(.bytes(piece)) }
        }
        switch next(3) {
        case 0: transfer.tell(.failed(TransferFailure(.connectionLost, "lost")))
        default: transfer.tell(.finished)
        }
    }

    private func response(_ request: TransferRequest) -> TransferResponse {
        let first = request.firstByte ?? 0
        let lengths = [
            "\(file.count - Int(clamping: first))", "\(Int64.max)", "-1", "0", "x", "\(next(9000))",
        ]
        let ranges = [
            "bytes \(first)-\(file.count - 1)/\(file.count)", "bytes 0-9/\(Int64.max)",
            "bytes \(Int64.max)-\(Int64.max)/\(Int64.max)", "bytes -1-2/3", "bytes */5", "nothing",
            "bytes \(next(5000))-\(file.count - 1)/*",
        ]
        // Most answers are right, so that the wrong ones come late, too.
        let isRight = next(4) > 0
        var headers = [
            TransferHeader("Content-Length", isRight ? lengths[0] : lengths[next(6)]),
            TransferHeader("Content-Range", isRight ? ranges[0] : ranges[next(7)]),
        ]
        if next(6) == 0 { headers.removeAll() }
        if next(8) == 0 { headers.append(TransferHeader("icy-metaint", "\(next(3000))")) }
        if next(8) == 0 {
            let types = ["audio/mpeg", "audio/x-mpegurl", "text/html", "audio/aac"]
            headers.append(TransferHeader("Content-Type", types[next(4)]))
        }
        let status = isRight ? 206 : [200, 206, 204, 416, 404, 500, 0, 999][next(8)]
        return TransferResponse(url: request.url, status: status, headers: headers)
    }
}

private final class WildTransfer: Transfer {
    private let receive: Mutex<(@Sendable (TransferEvent) -> Void)?>

    init(_ receive: @escaping @Sendable (TransferEvent) -> Void) {
        self.receive = Mutex(receive)
    }

    func tell(_ event: TransferEvent) {
        receive.withLock { $0 }?(event)
    }

    func pause() {}
    func resume() {}
    func cancel() { receive.withLock { $0 = nil } }
}
