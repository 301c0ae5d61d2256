import Synchronization

/// The open extended audio files of a program by handle. A handle is never reused. Any thread.
public final class ExtendedFileTable: Sendable {
    private struct State {
        var files: [UInt: ExtendedAudioFile] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Registers an open file.
    ///
    /// - Returns: Its handle, not zero.
    public func add(_ file: ExtendedAudioFile) -> UInt {
        state.withLock { state in
            state.lastNumber += 1
            state.files[state.lastNumber] = file
            return state.lastNumber
        }
    }

    /// The file with this handle.
    ///
    /// - Throws: `notOpen`.
    public func file(_ number: UInt) throws(ExtendedFileError) -> ExtendedAudioFile {
        guard let file = state.withLock({ $0.files[number] }) else { throw .notOpen }
        return file
    }

    /// Removes a file; the caller disposes of it.
    ///
    /// - Throws: `notOpen`.
    public func remove(_ number: UInt) throws(ExtendedFileError) -> ExtendedAudioFile {
        guard let file = state.withLock({ $0.files.removeValue(forKey: number) }) else {
            throw .notOpen
        }
        return file
    }
}
