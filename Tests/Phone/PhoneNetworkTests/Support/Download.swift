import AudioModel
import HTTPTransfers
import MediaSources
import Simulation
import SoundClient
import Synchronization

/// A transfer of a simulated app, with all that has come of it.
final class Download: Sendable {
    /// What has come, with its time on the phone.
    struct Record: Sendable {
        var redirects: [String] = []
        var response: TransferResponse?
        var bytes: [UInt8] = []
        /// The time of each piece, in seconds, and its length.
        var pieces: [(time: Double, count: Int)] = []
        var failure: TransferFailure?
        /// The time of the end in seconds; `nil` before it.
        var end: Double?
        var eventCount = 0
    }

    let transfer: any Transfer
    private let log: Log

    /// What a transfer has received, which it may do before it is known.
    private final class Log: Sendable {
        let record = Mutex(Record())
    }

    init(_ request: TransferRequest, by app: AppSound) throws {
        let service = app.attachment { NetworkAccess(nil) }.service
        let log = Log()
        self.log = log
        guard let service else { throw NoNetwork() }
        transfer = service.start(request) { [environment = app.environment] event in
            log.record.withLock { $0.note(event, at: environment.now.seconds) }
        }
    }

    struct NoNetwork: Error {}

    var record: Record { log.record.withLock { $0 } }
}

extension Download.Record {
    mutating func note(_ event: TransferEvent, at time: Double) {
        eventCount += 1
        switch event {
        case .redirected(let url): redirects.append(url)
        case .response(let head): response = head
        case .bytes(let piece):
            bytes += piece
            pieces.append((time, piece.count))
        case .finished: end = time
        case .failed(let error): (failure, end) = (error, time)
        }
    }
}

extension SimulatedPhone.App {
    /// Starts a transfer as the app.
    @discardableResult
    func download(_ request: TransferRequest) throws -> Download {
        try run {
            guard let app = CurrentApp.simulated else { throw Download.NoNetwork() }
            return try Download(request, by: app)
        }
    }

    @discardableResult
    func download(_ url: String) throws -> Download { try download(TransferRequest(url: url)) }
}
