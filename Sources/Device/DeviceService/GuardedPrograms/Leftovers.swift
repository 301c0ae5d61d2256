import AppHosting
package import DBus
import ProgramStreams

/// What a service that was killed has left silent or paused.
package struct Leftovers: Sendable, Equatable {
    /// Streams of PipeWire with a gain that the service has set.
    package var streamCount = 0
    /// Players that the service has paused for an interruption.
    package var playerCount = 0

    package init(streamCount: Int = 0, playerCount: Int = 0) {
        self.streamCount = streamCount
        self.playerCount = playerCount
    }

    package var isEmpty: Bool { streamCount == 0 && playerCount == 0 }

    /// The numbers in words: `2 streams and 1 player`.
    package var words: String {
        func count(_ number: Int, _ noun: String) -> String? {
            number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
        }
        return [count(streamCount, "stream"), count(playerCount, "player")].compactMap(\.self)
            .joined(separator: " and ")
    }

    /// Why nothing could be given back.
    package struct Failure: Error {
        package var why: String
    }

    /// What the killed service of a socket has left; `nil` for nothing, and while a service runs.
    ///
    /// Reads one file where no service was killed; asks PipeWire otherwise, for at most two seconds.
    package static func find(socketPath: String) -> Leftovers? {
        let record = GuardRecord(besideSocket: socketPath)
        guard record.exists, !record.isOfRunningService,
            !AppSocketServer.isListening(at: socketPath)
        else { return nil }
        let found = Leftovers(
            streamCount: countSilencedStreams(),
            playerCount: PausedPlayers.names(
                in: PausedPlayers.path(besideSocket: socketPath)
            ).count)
        guard !found.isEmpty else {
            // All of it has ended.
            record.remove()
            return nil
        }
        return found
    }

    /// Gives back what the killed service of a socket has left. Streams and players that are gone, or
    /// that their user has changed since, are left alone.
    ///
    /// - Returns: What was given back.
    /// - Throws: PipeWire does not answer; players resume all the same.
    package static func release(
        socketPath: String, address: DBusAddress = .session
    ) throws(Failure) -> Leftovers {
        let record = GuardRecord(besideSocket: socketPath)
        // Streams first: a player may take its time to answer.
        var streams = 0
        var failure: Failure?
        var keepsRecord = false
        #if PipeWire
            do throws(ProgramStreamGuard.ReleaseError) {
                streams = try ProgramStreamGuard.releaseLeftovers()
            } catch {
                failure = Failure(why: "\(error)")
                // A server that has ended has no streams any more; one that is slow may have some.
                keepsRecord = error == .timedOut
            }
        #endif
        let players = playPausedPlayers(socketPath: socketPath, address: address)
        if !keepsRecord { record.remove() }
        if let failure { throw failure }
        return Leftovers(streamCount: streams, playerCount: players)
    }

    private static func countSilencedStreams() -> Int {
        #if PipeWire
            (try? ProgramStreamGuard.countLeftovers()) ?? 0
        #else
            0
        #endif
    }
}
