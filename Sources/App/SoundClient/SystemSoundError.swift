/// Why a file cannot be a system sound.
public enum SystemSoundError: Error, Hashable, Sendable {
    /// The file does not exist or cannot be read.
    case unreadable
    /// The file's container or coding is not supported by System Sound Services, or it is not an
    /// audio file.
    case unsupported
    /// The sound is longer than 30 seconds.
    case tooLong
}
