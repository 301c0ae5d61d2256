import Synchronization

/// The extended audio files that a program has open, each by a number that is never used again.
public final class ExtendedFileTable: Sendable {
    private struct State {
        var files: [UInt: ExtendedAudioFile] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: The file's number: not zero.
    public func add(_ file: ExtendedAudioFile) -> UInt {
        state.withLock { state in
            state.lastNumber += 1
            state.files[state.lastNumber] = file
            return state.lastNumber
        }
    }

    public func file(_ number: UInt) throws(ExtendedFileError) -> ExtendedAudioFile {
        guard let file = state.withLock({ $0.files[number] }) else { throw .notOpen }
        return file
    }

    public func remove(_ number: UInt) throws(ExtendedFileError) -> ExtendedAudioFile {
        guard let file = state.withLock({ $0.files.removeValue(forKey: number) }) else {
            throw .notOpen
        }
        return file
    }
}
