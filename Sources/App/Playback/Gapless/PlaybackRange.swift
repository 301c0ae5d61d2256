/// A part of a file to play, once or more often.
///
/// Positions count frames through all passes, up to `frameCount × passCount`; parameters and
/// results named `played` count so.
package struct PlaybackRange: Equatable, Sendable {
    /// First frame in the file; at most `end`.
    package let start: Int64
    package let end: Int64
    /// Number of passes, at least 1; `nil` for endless.
    package let passCount: Int64?
    /// The file's length in frames.
    package let fileEnd: Int64
    /// Frames over which an edge inside the file fades, so that it does not click; 0 for exact
    /// frames.
    private let fadeFrames: Int64

    /// - Parameters:
    ///   - start: First frame, limited to the file's length, `fileEnd`.
    ///   - end: Frame after the last, limited to the file's length.
    package init(start: Int64, end: Int64, fileEnd: Int64, passCount: Int64?, fadeFrames: Int64) {
        self.start = min(start, fileEnd)
        self.end = max(min(end, fileEnd), self.start)
        self.fileEnd = fileEnd
        self.fadeFrames = fadeFrames
        // An empty passage must not repeat endlessly.
        self.passCount = self.start < self.end ? passCount : 1
    }

    /// Frames of one pass.
    package var frameCount: Int64 { end - start }

    /// Frames of all passes; `nil` if they never end.
    package var totalCount: Int64? {
        guard let passCount else { return nil }
        let (total, isOver) = passCount.multipliedReportingOverflow(by: frameCount)
        return isOver ? nil : total
    }

    /// The file's frame after `played` frames.
    package func fileFrame(after played: Int64) -> Int64 {
        if let totalCount, played >= totalCount { return end }
        return start + max(played, 0) % frameCount
    }

    /// The position at the file's `frame` in the pass that contains `played`.
    package func playedCount(atFileFrame frame: Int64, inPassOf played: Int64) -> Int64 {
        guard frameCount > 0 else { return 0 }
        var pass = max(played, 0) / frameCount
        if let passCount { pass = min(pass, passCount - 1) }
        return pass * frameCount + (min(max(frame, start), end) - start)
    }

    /// The gain of the frame at `played`, when playback began at `first`.
    package func gain(after played: Int64, startingAfter first: Int64) -> Float {
        let offset = played % frameCount
        var distance = fadeFrames
        if start > 0 { distance = min(distance, offset) }
        if first % frameCount > 0 { distance = min(distance, played - first) }
        if end < fileEnd { distance = min(distance, frameCount - 1 - offset) }
        guard distance < fadeFrames else { return 1 }
        return (Float(distance) + 0.5) / Float(fadeFrames)
    }

    /// Whether `gain` differs from 1 for any of the next `count` frames.
    package func fades(within count: Int64, after played: Int64, startingAfter first: Int64) -> Bool
    {
        gain(after: played, startingAfter: first) < 1
            || gain(after: played + count - 1, startingAfter: first) < 1
            || played - first < fadeFrames || played % frameCount < fadeFrames
    }
}
