package import AudioEffects

/// A file, or a part of one, that a player plays.
package protocol PlayerFile: Sendable {
    /// Opens the file.
    ///
    /// - Parameters:
    ///   - sampleRate: The rate to which the frames are converted.
    ///   - firstFrame: The number of frames at that rate to skip.
    /// - Returns: `nil` when the file cannot be read.
    func makeReader(
        sampleRate: Double, channelCount: Int, firstFrame: Int
    ) -> (any PlayerFileReader)?
}

/// An open file, read in a player's format. One thread at a time uses it.
package protocol PlayerFileReader: AnyObject {
    /// Reads the next frames.
    ///
    /// - Returns: The number of frames read; fewer than `frameCount` only at the end.
    func read(_ output: PlanarSamples, frameCount: Int) -> Int
}
