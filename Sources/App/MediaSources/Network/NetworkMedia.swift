import AudioCodecs
import HTTPTransfers
import SoundClient

/// Media of a server: a stream or a file that plays while it arrives, or what a playlist leads to.
final class NetworkMedia: MediaSource {
    private let board = MediaBoard()
    private let work: NetworkWork

    /// - Parameter depth: The number of playlists that have led here.
    init(
        _ location: MediaLocation, for app: AppSound, service: any TransferService, depth: Int = 0
    ) {
        work = NetworkWork(location, app: app, service: service, board: board, depth: depth)
    }

    deinit { close() }

    func load() {
        let isFirst = board.with { state in
            guard !state.isLoading, !state.isClosed else { return false }
            state.isLoading = true
            state.state = .opening
            return true
        }
        if isFirst { work.run { $0.begin() } }
    }

    private var other: (any MediaSource)? { board.with { $0.other } }

    var state: MediaState {
        let other = other
        return other?.state ?? board.with { $0.state }
    }

    var buffer: MediaBuffer {
        let other = other
        return other?.buffer ?? board.with { $0.buffer }
    }

    var transferLog: MediaTransferLog {
        var log = board.with { $0.log }
        guard let other = other?.transferLog else { return log }
        log.records += other.records
        log.failures += other.failures
        return log
    }

    func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        board.with { $0.observer = observer }
    }

    func setPreferences(_ preferences: MediaPreferences) {
        board.with { $0.preferences = preferences }
        if let other { return other.setPreferences(preferences) }
        work.run { $0.updateFlow() }
    }

    func setPlaying(_ isPlaying: Bool) {
        board.with { $0.isPlaying = isPlaying }
        other?.setPlaying(isPlaying)
    }

    func makeReader() throws(FormatError) -> any MediaReader {
        if let other { return try other.makeReader() }
        guard let packets = board.with({ $0.packets }) else {
            throw FormatError(.missing("audio"))
        }
        return try NetworkMediaReader(packets)
    }

    func date(at seconds: Double) -> Double? { other?.date(at: seconds) }
    func seconds(at date: Double) -> Double? { other?.seconds(at: date) }

    func close() {
        let other = board.with { state in
            state.isClosed = true
            state.observer = nil
            return state.other
        }
        work.inbox.close()
        other?.close()
        work.run { $0.phase = .over }
    }
}
