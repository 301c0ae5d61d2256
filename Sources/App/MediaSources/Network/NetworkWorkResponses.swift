import AudioCodecs
import AudioFormats
import AudioModel
import HTTPTransfers
import MediaPlaylists
import SoundClient

// The answers of a server, lost connections, and the log of both.
extension NetworkWork {
    /// Seconds before each attempt to connect again: of media with a length, and of a stream without.
    private static let retrySeconds = [0.5, 1, 2, 4]
    private static let liveRetrySeconds = [0.5, 1, 2]
    /// Bytes that are read once more from a server without ranges.
    private static let repeatedByteCountMax: Int64 = 1 << 20

    func take(_ response: TransferResponse) {
        // Nothing is left of media that has been read to its end, and nothing is in an empty file.
        if response.status == 416 {
            guard server == nil else { return isBehindEnd = true }
            return fail(MediaFailure(FormatError(.empty), url: response.url))
        }
        guard (200..<300).contains(response.status) else {
            let failure = MediaFailure(status: response.status, url: response.url)
            logFailure(status: response.status, domain: failure.domain, failure.reason)
            return server == nil ? fail(failure) : loseServer(failure, response.status)
        }
        if server == nil {
            learn(response)
        } else {
            goOn(with: response)
        }
    }

    private func learn(_ response: TransferResponse) {
        let server = ServerFacts(response)
        self.server = server
        splitter = server.titleInterval.map { ICYSplitter(interval: $0) }
        // The server begins where it wants to.
        if let first = response.firstByte, first > 0 {
            lose(TransferFailure(.badServerResponse, "The server sends another part."))
        }
        board.change([]) { state in
            guard let last = state.log.records.indices.last else { return }
            state.log.records[last].serverAddress = server.serverAddress
            state.log.records[last].playbackType = server.isLive ? "LIVE" : "FILE"
        }
    }

    private func goOn(with response: TransferResponse) {
        guard let server else { return }
        if let first = response.firstByte {
            guard first <= nextByte, response.totalByteCount == server.byteCount else {
                return giveUp(changed(response.url))
            }
            skippedCount = nextByte - first
        } else if server.isLive {
            let interval = ServerFacts(response).titleInterval
            splitter = interval.map { ICYSplitter(interval: $0) }
            isDiscontinuous = true
        } else if nextByte > 0 {
            let isSame = server.validator == ServerFacts.validator(response)
            guard isSame, nextByte <= Self.repeatedByteCountMax else {
                return giveUp(changed(response.url))
            }
            skippedCount = nextByte
        }
    }

    private func changed(_ url: String) -> MediaFailure {
        MediaFailure(
            domain: MediaErrorDomain.url, code: TransferFailure.Kind.connectionLost.rawValue,
            reason: "The connection was lost, and the server does not send the rest.", url: url)
    }

    // MARK: Lost connections

    /// A server that answers by an error of its own may recover; one that refuses does not.
    private func loseServer(_ failure: MediaFailure, _ status: Int) {
        guard status >= 500 else { return giveUp(failure) }
        lose(TransferFailure(.badServerResponse, failure.reason))
    }

    func lose(_ failure: TransferFailure) {
        logFailure(status: failure.kind.rawValue, domain: MediaErrorDomain.url, failure.reason)
        guard let server, phase != .over else {
            return fail(MediaFailure(failure, url: location.url))
        }
        let first = loss ?? failure
        loss = first
        let delays = server.byteCount == nil ? Self.liveRetrySeconds : Self.retrySeconds
        let canGoOn =
            server.hasRanges || server.isLive
            || server.byteCount == nil && nextByte <= Self.repeatedByteCountMax
        if canGoOn, isHeld {
            (isParked, loss, retryCount) = (true, nil, 0)
            requestNumber += 1
            return inbox.cancel()
        }
        guard canGoOn, retryCount < delays.count else {
            return giveUp(MediaFailure(first, url: server.url))
        }
        let delay = delays[retryCount]
        retryCount += 1
        requestNumber += 1
        let number = requestNumber
        inbox.cancel()
        meter.pause()
        environment.after(.seconds(delay)) { [weak self] in
            self?.run { work in
                guard work.requestNumber == number, work.phase != .over else { return }
                work.request(from: server.isLive ? 0 : work.nextByte)
            }
        }
    }

    // MARK: The log

    func logRequest() {
        let now = environment.now
        board.change([.log(isError: false)]) { state in
            if state.log.records.isEmpty {
                state.log.records.append(.init(url: location.url, start: now))
            } else {
                state.log.records[0].requestCount += 1
            }
        }
    }

    private func logFailure(status: Int, domain: String, _ reason: String) {
        var failure = MediaTransferLog.Failure(
            url: server?.url ?? location.url, time: environment.now, status: status,
            domain: domain)
        failure.comment = reason
        board.change([.log(isError: true)]) { state in
            if state.log.failures.count >= MediaBoard.logMax { state.log.failures.removeFirst() }
            state.log.failures.append(failure)
        }
    }
}
