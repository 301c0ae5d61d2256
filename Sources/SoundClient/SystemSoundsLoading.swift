import AudioModel

/// Reads a file that System Sound Services would take, whole, at its own rate.
@Sendable
public func loadSystemSound(path: String) -> Result<SoundBuffer, SystemSoundProblem> {
    .failure(.unsupported)
}
