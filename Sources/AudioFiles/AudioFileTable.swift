import Synchronization

/// The open audio files of a program by handle. A handle is never reused, so a handle of a closed
/// file is always recognised as invalid. Any thread.
public final class AudioFileTable: Sendable {
    private struct State {
        var files: [UInt: OpenAudioFile] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Registers an open file.
    ///
    /// - Returns: Its handle, not zero.
    public func add(_ file: OpenAudioFile) -> UInt {
        state.withLock { state in
            state.lastNumber += 1
            state.files[state.lastNumber] = file
            return state.lastNumber
        }
    }

    /// The file with this handle.
    ///
    /// - Throws: `notOpen`.
    public func file(_ number: UInt) throws(AudioFileError) -> OpenAudioFile {
        guard let file = state.withLock({ $0.files[number] }) else { throw .notOpen }
        return file
    }

    /// Removes a file. Calls under way finish first; then the caller closes the file.
    ///
    /// - Throws: `notOpen`.
    public func remove(_ number: UInt) throws(AudioFileError) -> OpenAudioFile {
        guard let file = state.withLock({ $0.files.removeValue(forKey: number) }) else {
            throw .notOpen
        }
        return file
    }
}
