import AudioModel
import HTTPTransfers
import SoundClient
import Synchronization

// How the servers of a simulated network answer.

extension SimulatedNetwork {
    /// Answers a request as its server does.
    func answer(_ transfer: NetworkTransfer) {
        let (address, resource, isKnownHost) = state.withLock { state in
            let address = state.progress(of: transfer)?.address
            return (
                address, address.flatMap { state.resources[$0] },
                state.resources.keys.contains { $0.host == address?.host }
            )
        }
        guard let address else { return }
        guard isKnownHost else {
            return fail(
                transfer, .init(.cannotFindHost, "there is no server named \(address.host)"))
        }
        let found = resource ?? .notFound
        switch found.answer {
        case .redirect(let target):
            note(transfer, status: 302)
            redirect(transfer, to: target)
        case .refusal:
            fail(transfer, .init(.cannotConnect, "the server refuses the connection"))
        case .untrusted:
            fail(transfer, .init(.insecureConnection, "the certificate is not trusted"))
        case .silence: break
        case .status(let status): send(found, status, at: address, to: transfer)
        }
    }

    private func note(_ transfer: NetworkTransfer, status: Int) {
        state.withLock { state in
            guard let index = state.progress(of: transfer)?.logIndex else { return }
            state.requests[index].status = status
        }
    }

    /// Sends the head of a response, and begins its body.
    private func send(
        _ resource: ServedResource, _ wanted: Int, at address: NetworkAddress,
        to transfer: NetworkTransfer
    ) {
        let now = environment.now
        let bytes = resource.body(now)
        let request = transfer.request
        let titles = request.value(of: "Icy-MetaData") == "1" ? resource.titles : nil
        let tag = Self.tag(of: bytes)
        let sendsPart =
            resource.acceptsRanges && resource.titles == nil && !resource.isEndless
            && wanted == 200 && request.firstByte != nil
            && (request.value(of: "If-Range") ?? tag) == tag
        let first = sendsPart ? min(max(request.firstByte ?? 0, 0), Int64(bytes.count)) : 0
        let last = sendsPart ? min(request.lastByte ?? .max, Int64(bytes.count) - 1) : .max
        let isPastEnd = sendsPart && (first >= bytes.count || last < first) && first > 0
        let end = isPastEnd ? first : min(last, Int64(bytes.count) - 1) + 1
        let status = isPastEnd ? 416 : sendsPart ? 206 : wanted
        let statesLength = resource.statesLength && !resource.isEndless && titles == nil
        let body = ResponseBody(
            bytes, Int(first)..<Int(max(end, first)), of: resource, titles: titles)

        var headers = resource.headers.map { TransferHeader($0.name, $0.value) }
        if let type = resource.contentType { headers.append(.init("Content-Type", type)) }
        if statesLength { headers.append(.init("Content-Length", "\(max(end - first, 0))")) }
        if resource.acceptsRanges, !resource.isEndless, resource.titles == nil {
            headers.append(.init("Accept-Ranges", "bytes"))
            headers.append(.init("ETag", tag))
        }
        switch status {
        case 206:
            headers.append(.init("Content-Range", "bytes \(first)-\(end - 1)/\(bytes.count)"))
        case 416: headers.append(.init("Content-Range", "bytes */\(bytes.count)"))
        default: break
        }
        if let titles { headers.append(.init("icy-metaint", "\(titles.interval)")) }

        let isThere = state.withLock { state in
            state.change(transfer) { progress in
                progress.body = body
                progress.resource = resource
                progress.position = first
                progress.statesLength = statesLength
                progress.lastActivity = now
                progress.stallsPassed = resource.stalls.count { $0.position < first }
            }
            return state.progress(of: transfer) != nil
        }
        guard isThere else { return }
        note(transfer, status: status)
        transfer.deliver([
            .response(.init(url: address.text, status: status, headers: headers))
        ])
        continueBody(of: transfer)
    }

    /// Ends the body, breaks it, lets it wait, or has it carried on.
    private func continueBody(of transfer: NetworkTransfer) {
        let now = environment.now
        var wait: HostInterval?
        let end = state.withLock { state -> TransferEvent? in
            guard let progress = state.progress(of: transfer), let body = progress.body,
                let resource = progress.resource
            else { return nil }
            if let most = resource.bytesUntilBreak, progress.sentCount >= most, !body.isOver {
                return progress.statesLength
                    ? .failed(.init(.connectionLost, "the server closed the connection"))
                    : .finished
            }
            if body.isOver { return .finished }
            let passed = progress.stallsPassed
            if passed < resource.stalls.count, resource.stalls[passed].position == progress.position
            {
                let length = resource.stalls[passed].length
                state.change(transfer) { progress in
                    progress.stallsPassed += 1
                    progress.heldUntil = now + length
                }
                wait = length
            }
            return nil
        }
        if let end { return self.end(transfer, with: end) }
        if let wait { environment.after(wait) { [weak self] in self?.carryNext() } }
        carryNext()
    }

    /// Gives the link to the next transfer that has something to send, while it is free.
    func carryNext() {
        let now = environment.now
        let wait = state.withLock { state -> (HostInterval, Int)? in
            guard state.carried == nil, state.bandwidth > 0, let index = state.nextTurn(now) else {
                return nil
            }
            let count = state.pieceLength(of: index)
            let bytes = state.transfers[index].progress.body?.take(count) ?? []
            guard !bytes.isEmpty else { return nil }
            let number = state.transfers[index].transfer.number
            state.lastTurn = number
            state.carried = (number, bytes)
            state.carriedNumber += 1
            if let own = state.transfers[index].progress.resource?.bandwidth, own > 0 {
                state.transfers[index].progress.heldUntil =
                    now + .seconds(min(Double(bytes.count) / own, Self.waitMax))
            }
            return (
                .seconds(min(Double(bytes.count) / state.bandwidth, Self.waitMax)),
                state.carriedNumber
            )
        }
        guard let (wait, piece) = wait else { return }
        environment.after(wait) { [weak self] in self?.arrive(piece) }
    }

    /// Limit of the time that one piece takes, in seconds.
    private static let waitMax = 1e6

    /// Delivers the piece that the link has carried.
    private func arrive(_ piece: Int) {
        let now = environment.now
        var held: HostInterval?
        let arrived = state.withLock { state -> (NetworkTransfer, [UInt8])? in
            guard state.carriedNumber == piece, let carried = state.carried else { return nil }
            state.carried = nil
            guard
                let index = state.transfers.firstIndex(where: {
                    $0.transfer.number == carried.number
                })
            else { return nil }
            state.transfers[index].progress.position += Int64(carried.bytes.count)
            state.transfers[index].progress.sentCount += Int64(carried.bytes.count)
            state.transfers[index].progress.lastActivity = now
            if let log = state.transfers[index].progress.logIndex {
                state.requests[log].byteCount += Int64(carried.bytes.count)
            }
            let until = state.transfers[index].progress.heldUntil
            if until > now { held = until - now }
            return (state.transfers[index].transfer, carried.bytes)
        }
        guard let (transfer, bytes) = arrived else { return carryNext() }
        transfer.deliver([.bytes(bytes)])
        if let held { environment.after(held) { [weak self] in self?.carryNext() } }
        continueBody(of: transfer)
    }

    /// A tag that names the content of a body.
    private static func tag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes.prefix(4096) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"\(String(hash, radix: 16))-\(bytes.count)\""
    }
}

extension SimulatedNetwork.State {
    /// The transfer that has the link next: the first after that which had it last, and around.
    fileprivate func nextTurn(_ now: HostTime) -> Int? {
        let ready = transfers.indices.filter { index in
            let progress = transfers[index].progress
            return progress.body?.isOver == false && !progress.isPaused
                && progress.heldUntil <= now
        }
        return ready.first { transfers[$0].transfer.number > lastTurn } ?? ready.first
    }

    /// The length of the next piece, which ends at a place where something happens.
    fileprivate func pieceLength(of index: Int) -> Int {
        let progress = transfers[index].progress
        guard let resource = progress.resource else { return 0 }
        let rate = min(bandwidth, resource.bandwidth ?? bandwidth)
        var length = min(
            Int64(SimulatedNetwork.pieceBytesMax), Int64(max(min(rate / 10, 1e9), 1)))
        if let most = resource.bytesUntilBreak { length = min(length, most - progress.sentCount) }
        if progress.stallsPassed < resource.stalls.count {
            let place = resource.stalls[progress.stallsPassed].position
            if place > progress.position { length = min(length, place - progress.position) }
        }
        return Int(length)
    }
}

extension TransferRequest {
    fileprivate func value(of name: String) -> String? {
        headers.last { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension ServedResource {
    /// The page of an address at which a server has nothing.
    fileprivate static var notFound: ServedResource {
        var resource = ServedResource(Array("There is nothing at this address.\n".utf8))
        resource.answer = .status(404)
        resource.contentType = "text/plain"
        return resource
    }
}
