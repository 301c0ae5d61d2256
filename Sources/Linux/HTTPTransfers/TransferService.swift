/// Starts transfers: over the machine's network, or by the script of a simulated phone's.
package protocol TransferService: AnyObject, Sendable {
    /// Starts a transfer. Returns at once; any thread.
    ///
    /// - Parameter receive: Called for each event, one at a time, in the order: redirects, the
    ///   response, bytes, then the end or a failure; on the service's own thread, where it must
    ///   return quickly, and never within `start`. After `cancel` has returned there is no call
    ///   more, but for one that runs meanwhile.
    func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer
}

/// A transfer that runs. Any thread. One that is released without `cancel` goes on to its end.
package protocol Transfer: AnyObject, Sendable {
    /// Lets the server wait: a piece or two may still arrive.
    func pause()
    func resume()
    /// Ends the transfer without an event.
    func cancel()
}

/// What happens to a transfer.
package enum TransferEvent: Sendable {
    /// The server has sent the client to another address.
    case redirected(to: String)
    /// The head of the response, with any status.
    case response(TransferResponse)
    /// The next bytes of the body; never empty.
    case bytes([UInt8])
    /// The body is complete, as far as the server has stated its length.
    case finished
    case failed(TransferFailure)
}
