import AudioModel
import Dispatch
import HTTPTransfers
import MediaSources
import SoundClient
import Synchronization
import TestSupport
import Testing

@Suite("A connection that is lost while nothing is wanted of it")
struct ParkedTransferTests {
    @Test("is made again when something is")
    func parked() throws {
        let file = wavFile(
            (0..<80 * 44_100).map { Int16(truncatingIfNeeded: $0 &* 37) }, rate: 44_100)
        let service = ImpatientService(file)
        let app = MachineApp(hurries: true)
        let source = makeMediaSource(
            MediaLocation(url: "http://server.example/a.wav"), for: app.sound,
            service: service)
        let change = DispatchSemaphore(value: 0)
        source.setObserver { _ in change.signal() }
        source.load()
        while !source.buffer.isFull { change.wait() }
        let reader = try source.makeReader()
        var samples: [Float] = []
        var piece = [Float](repeating: 0, count: 4096)
        reading: while true {
            let result = try piece.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: 4096)
            }
            switch result {
            case .frames(let count): samples += piece[..<count]
            case .waiting: change.wait()
            case .ended: break reading
            case .failed(let failure):
                Issue.record("\(failure)")
                break reading
            }
        }
        #expect(samples == (try EncodedSounds.frames(of: file)))
        #expect(service.startCount >= 2)
        source.close()
    }
}

/// A server that hangs up on a client that lets it wait.
private final class ImpatientService: TransferService {
    private let file: [UInt8]
    private let queue = DispatchQueue(label: "test.impatient")
    private let count = Mutex(0)

    init(_ file: [UInt8]) {
        self.file = file
    }

    var startCount: Int { count.withLock { $0 } }

    func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        count.withLock { $0 += 1 }
        let transfer = ImpatientTransfer(queue, receive)
        let first = Int(request.firstByte ?? 0)
        let headers = [
            TransferHeader("Content-Range", "bytes \(first)-\(file.count - 1)/\(file.count)")
        ]
        queue.async { [file] in
            transfer.tell(
                .response(TransferResponse(url: request.url, status: 206, headers: headers)))
            var rest = file[first...]
            while !rest.isEmpty {
                transfer.tell(.bytes(Array(rest.prefix(1 << 15))))
                rest = rest.dropFirst(1 << 15)
                guard transfer.isWanted else { return }
            }
            transfer.tell(.finished)
        }
        return transfer
    }
}

private final class ImpatientTransfer: Transfer {
    private struct State {
        var receive: (@Sendable (TransferEvent) -> Void)?
        var isPaused = false
    }

    private let queue: DispatchQueue
    private let state: Mutex<State>

    init(_ queue: DispatchQueue, _ receive: @escaping @Sendable (TransferEvent) -> Void) {
        self.queue = queue
        state = Mutex(State(receive: receive))
    }

    var isWanted: Bool { state.withLock { $0.receive != nil && !$0.isPaused } }

    func tell(_ event: TransferEvent) {
        state.withLock { $0.receive }?(event)
    }

    func pause() {
        state.withLock { $0.isPaused = true }
        queue.async { [self] in
            tell(.failed(TransferFailure(.connectionLost, "The server has hung up.")))
        }
    }

    func resume() {}
    func cancel() { state.withLock { $0.receive = nil } }
}
