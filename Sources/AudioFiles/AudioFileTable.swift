import Synchronization

/// The files that a program has open, each by a number that is never used again: one that was
/// closed is known to be, whatever was opened since.
public final class AudioFileTable: Sendable {
    private struct State {
        var files: [UInt: OpenAudioFile] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: The file's number: not zero.
    public func add(_ file: OpenAudioFile) -> UInt {
        state.withLock { state in
            state.lastNumber += 1
            state.files[state.lastNumber] = file
            return state.lastNumber
        }
    }

    public func file(_ number: UInt) throws(AudioFileError) -> OpenAudioFile {
        guard let file = state.withLock({ $0.files[number] }) else { throw .notOpen }
        return file
    }

    /// Calls for the file that are under way come to their end; then it is closed.
    public func remove(_ number: UInt) throws(AudioFileError) -> OpenAudioFile {
        guard let file = state.withLock({ $0.files.removeValue(forKey: number) }) else {
            throw .notOpen
        }
        return file
    }
}
