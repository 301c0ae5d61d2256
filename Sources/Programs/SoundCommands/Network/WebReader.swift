import AudioCodecs
import CommandLineTool
import Glibc
import MediaSources
import SoundRuntime
import Synchronization

/// The bytes that a server sends, one after the other: of a sound that cannot be cut into packets as
/// it arrives, such as an Ogg radio. Any thread.
final class WebReader: ByteStream {
    private let fetch: WebFetch
    private let isCancelled: @Sendable () -> Bool
    private let state = Mutex(State())

    private struct State {
        var isEnded = false
        /// Bytes that have come and were not read yet.
        var rest: ArraySlice<UInt8> = []
    }

    /// Waits for the response.
    init(
        _ address: WebAddress, isCancelled: @escaping @Sendable () -> Bool
    ) throws(ProgramError) {
        let app = EmbeddedPhone(outputRate: ConnectingOutput.sampleRate).app
        guard let service = address.service(for: app) else { throw .noNetwork(address) }
        self.isCancelled = isCancelled
        fetch = WebFetch(address, service)
        _ = try fetch.response(isCancelled)
    }

    deinit { fetch.cancel() }

    func end() { state.withLock { $0.isEnded = true } }

    var hasToEnd: Bool { state.withLock { $0.isEnded } || isCancelled() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        var rest = state.withLock { $0.rest }
        if rest.isEmpty {
            do throws(ProgramError) {
                guard let bytes = try fetch.bytes({ hasToEnd }) else { return 0 }
                rest = bytes[...]
            } catch {
                guard !hasToEnd else { return 0 }
                throw FormatError(.cannotRead(errno: ECONNRESET))
            }
        }
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        let left = rest.dropFirst(count)
        state.withLock { $0.rest = left }
        return count
    }
}
