import AVFAudio
public import CoreMedia
import MediaPlayback

extension AVPlayer {
    func seek(
        _ time: CMTime, _ before: CMTime, _ after: CMTime,
        _ completion: (@Sendable (Bool) -> Void)?
    ) {
        guard let time = MediaTime(time) else {
            return programmerError("AVPlayer.seek(to:)", "the time is a number")
        }
        core.seek(
            to: time, before: tolerance(before), after: tolerance(after), completion: completion)
    }

    /// Moves to a time, or near it where that is faster.
    ///
    /// - Returns: Whether it was done, and not ended by another seek or item.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time) { continuation.resume(returning: $0) }
        }
    }

    /// Moves to a time.
    ///
    /// - Returns: Whether it was done, and not ended by another seek or item.
    @discardableResult
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Decodes the first frames, so that the player starts without delay.
    ///
    /// - Returns: Whether it was done, and not cancelled.
    @discardableResult
    public func preroll(atRate rate: Float) async -> Bool {
        guard status == .readyToPlay, self.rate == 0 else {
            programmerError("AVPlayer.preroll(atRate:)", "status is readyToPlay, and rate is 0")
            return false
        }
        return await withCheckedContinuation { continuation in
            core.preroll(atRate: rate) { continuation.resume(returning: $0) }
        }
    }
}
