/// Why a file did not become a system sound.
public enum SystemSoundProblem: Error, Hashable, Sendable {
    /// There is no such file, or it cannot be read.
    case unreadable
    /// Another kind of file or coding than the documents allow, or not a sound at all.
    case unsupported
    /// Longer than 30 seconds.
    case tooLong
}
