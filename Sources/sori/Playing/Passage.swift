/// The part of a file that is to be heard, once or more often.
///
/// Frames are counted through all its passes: `frameCount × passes`, told as `heard`.
package struct Passage: Equatable, Sendable {
    /// Of the file; at most `end`.
    package let start: Int64
    package let end: Int64
    /// At least 1; `nil` for ever.
    package let passCount: Int64?
    private let fileEnd: Int64
    /// How long an edge inside the file fades, so that it does not click; 0 for exact frames.
    private let fadeFrames: Int64

    /// - Parameters:
    ///   - start: Within the file, whose length is `fileEnd`.
    ///   - end: Beyond the file's end means its end.
    package init(start: Int64, end: Int64, fileEnd: Int64, passCount: Int64?, fadeFrames: Int64) {
        self.start = min(start, fileEnd)
        self.end = max(min(end, fileEnd), self.start)
        self.fileEnd = fileEnd
        self.fadeFrames = fadeFrames
        // Nothing, for ever, would never end.
        self.passCount = self.start < self.end ? passCount : 1
    }

    /// Of one pass.
    package var frameCount: Int64 { end - start }

    /// Of all passes; `nil` when they never end.
    package var totalCount: Int64? {
        guard let passCount else { return nil }
        let (total, isOver) = passCount.multipliedReportingOverflow(by: frameCount)
        return isOver ? nil : total
    }

    /// The file's frame after so many have been heard.
    package func fileFrame(after heard: Int64) -> Int64 {
        if let totalCount, heard >= totalCount { return end }
        return start + max(heard, 0) % frameCount
    }

    /// How many frames have been heard when the file's `frame` comes in the pass of `heard`.
    package func heard(atFileFrame frame: Int64, inPassOf heard: Int64) -> Int64 {
        guard frameCount > 0 else { return 0 }
        var pass = max(heard, 0) / frameCount
        if let passCount { pass = min(pass, passCount - 1) }
        return pass * frameCount + (min(max(frame, start), end) - start)
    }

    /// What the frame after `heard` others is multiplied by, when sound began after `first`.
    package func gain(after heard: Int64, startingAfter first: Int64) -> Float {
        let offset = heard % frameCount
        var distance = fadeFrames
        if start > 0 { distance = min(distance, offset) }
        if first % frameCount > 0 { distance = min(distance, heard - first) }
        if end < fileEnd { distance = min(distance, frameCount - 1 - offset) }
        guard distance < fadeFrames else { return 1 }
        return (Float(distance) + 0.5) / Float(fadeFrames)
    }

    /// Whether `gain` can be anything but 1 within `count` frames.
    package func fades(within count: Int64, after heard: Int64, startingAfter first: Int64) -> Bool
    {
        gain(after: heard, startingAfter: first) < 1
            || gain(after: heard + count - 1, startingAfter: first) < 1
            || heard - first < fadeFrames || heard % frameCount < fadeFrames
    }
}
