import AVFAudio
public import CoreMedia
import Foundation
import KeyValueObserving
import MediaPlayback
import MediaSources
import Synchronization

extension AVPlayerItem {
    /// Notes the player that has taken the item.
    func setPlayer(_ player: AVPlayer) {
        state.withLock { $0.player = player }
    }

    /// Notes the looper that has made the item.
    func setLooper(_ looper: AVPlayerLooper) {
        state.withLock { $0.looper = looper }
    }

    /// Tells observers, and those of the player with key paths that lead here.
    func receive(_ event: MediaItemEvent) {
        switch event {
        case .status: statusChanged()
        case .duration: didSet(\.duration, to: duration)
        case .loadedRanges: didSet(\.loadedTimeRanges, to: loadedTimeRanges)
        case .seekableRanges: didSet(\.seekableTimeRanges, to: seekableTimeRanges)
        case .likelyToKeepUp: didSet(\.isPlaybackLikelyToKeepUp, to: isPlaybackLikelyToKeepUp)
        case .bufferFull: didSet(\.isPlaybackBufferFull, to: isPlaybackBufferFull)
        case .bufferEmpty: didSet(\.isPlaybackBufferEmpty, to: isPlaybackBufferEmpty)
        case .metadata(let metadata, let time):
            didSet(\.timedMetadata, to: timedMetadata)
            for output in outputs { output.take(metadata, at: time, of: self) }
        case .flushed:
            didSet(\.timedMetadata, to: timedMetadata)
            for output in outputs { output.flush(of: self) }
        case .playedToEnd: post(Self.didPlayToEndTimeNotification)
        case .failedToPlayToEnd(let failure):
            let error = playbackError(failure)
            post(
                Self.failedToPlayToEndTimeNotification,
                [AVPlayerItemFailedToPlayToEndTimeErrorKey: error as NSError])
        case .stalled: post(Self.playbackStalledNotification)
        case .timeJumped: post(Self.timeJumpedNotification)
        case .log(let isError):
            post(
                isError ? Self.newErrorLogEntryNotification : Self.newAccessLogEntryNotification)
        }
        let (player, looper) = state.withLock { ($0.player, $0.looper) }
        player?.didChange()
        looper?.receive(event, from: self)
    }

    private func statusChanged() {
        let status = status
        switch status {
        case .unknown: break
        case .readyToPlay:
            let tracks = makeTracks()
            state.withLock { $0.tracks = tracks }
            followMix()
            didSet(\.tracks, to: tracks)
        case .failed: didSet(\.error, to: error)
        }
        didSet(\.status, to: status)
    }

    /// The tracks of the asset, as far as they are known without waiting for a server.
    private func makeTracks() -> [AVPlayerItemTrack] {
        if let known = try? asset.loadedTracks(), !known.isEmpty {
            return known.map { AVPlayerItemTrack($0) }
        }
        guard let contents = core.contents else { return [] }
        let silent = contents.silentTracks.map { TrackContents($0) }
        let stored =
            silent.isEmpty ? contents.file.flatMap { try? TrackContents.list(of: $0) } : silent
        return (stored ?? [TrackContents(contents)]).map {
            AVPlayerItemTrack(AVAssetTrack(asset: asset, $0, loader: asset.loader))
        }
    }

    private func post(_ name: Notification.Name, _ info: [String: Any]? = nil) {
        NotificationCenter.default.post(name, self, info)
    }

    // MARK: Seeking

    func seek(
        _ time: CMTime, _ before: CMTime, _ after: CMTime,
        _ completion: (@Sendable (Bool) -> Void)?
    ) {
        guard let time = MediaTime(time) else {
            return programmerError("AVPlayerItem.seek(to:)", "the time is a number")
        }
        guard completion == nil || status == .readyToPlay else {
            return programmerError(
                "AVPlayerItem.seek(to:completionHandler:)",
                "an item with a completion handler is ready to play")
        }
        core.seek(
            to: time, before: tolerance(before), after: tolerance(after), completion: completion)
    }

    /// Moves to a time, or near it where that is faster. The item has to be ready, or the program
    /// ends.
    ///
    /// - Returns: Whether it was done, and not ended by another seek or item.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool {
        await seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    /// Moves to a time. The item has to be ready, or the program ends.
    ///
    /// - Returns: Whether it was done, and not ended by another seek or item.
    @discardableResult
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
    ) async -> Bool {
        guard status == .readyToPlay, MediaTime(time) != nil else {
            programmerError(
                "AVPlayerItem.seek(to:)", "the item is ready to play, and the time is a number")
            return false
        }
        return await withCheckedContinuation { continuation in
            seek(time, toleranceBefore, toleranceAfter) { continuation.resume(returning: $0) }
        }
    }

    /// Moves to a time, or near it where that is faster; deprecated by Apple.
    public func seek(to time: CMTime) {
        seek(time, .positiveInfinity, .positiveInfinity, nil)
    }

    /// Moves to a time; deprecated by Apple.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(time, toleranceBefore, toleranceAfter, nil)
    }
}
