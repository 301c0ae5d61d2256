import AudioCodecs
import MediaExport
import MediaPlayback
import Synchronization

extension AVPlayerItem {
    /// The volume of the sound over time, which is heard at once; `nil` for 1. The item takes a copy,
    /// and of several sound tracks the parameters of the one that is played.
    public var audioMix: AVAudioMix? {
        get { state.withLock { $0.kept.audioMix } }
        set {
            let mix = newValue?.frozen()
            state.withLock { $0.kept.audioMix = mix }
            applyMix()
        }
    }

    /// The track that is played; `nil` while the item is not loaded.
    private var playedTrackID: CMPersistentTrackID? {
        tracks.lazy.compactMap(\.assetTrack).first { $0.mediaType == .audio }?.trackID
    }

    /// Follows the tracks that are known now.
    func followMix() {
        if audioMix != nil { applyMix() }
    }

    /// Lets the mix be heard: of a composition each track has its own volume.
    private func applyMix() {
        let mix = audioMix
        guard let timelines = core.source as? TimelineMedia else {
            core.processing = mix.flatMap { MediaProcessing($0, ofTrack: playedTrackID) }
            return
        }
        for (index, id) in timelines.trackIDs.enumerated() {
            timelines.setGains(mix?.parameters(ofTrack: id)?.curve ?? GainCurve(), ofTrack: index)
        }
        // What was decoded ahead is decoded again.
        core.processing = core.processing
    }
}

extension MediaProcessing {
    /// Changes the volume as a mix says; `nil` where it changes nothing.
    fileprivate init?(_ mix: AVAudioMix, ofTrack id: CMPersistentTrackID?) {
        let parameters =
            id.flatMap { mix.parameters(ofTrack: $0) }
            ?? (id == nil ? mix.inputParameters.first : nil)
        guard let curve = parameters?.curve, !curve.isUnity else { return nil }
        let gains = RateGains(curve)
        self.init { samples, frameCount, channelCount, frame, sampleRate in
            gains.atRate(sampleRate).apply(
                to: samples, frameCount: frameCount, channelCount: channelCount, from: frame)
        }
    }
}

/// A volume over time, by the frames of the rate that is played.
private final class RateGains: Sendable {
    private let curve: GainCurve
    private let known = Mutex<(rate: Double, gains: FrameGains)?>(nil)

    init(_ curve: GainCurve) {
        self.curve = curve
    }

    func atRate(_ sampleRate: Double) -> FrameGains {
        known.withLock { known in
            if let known, known.rate == sampleRate { return known.gains }
            let gains = curve.atRate(sampleRate)
            known = (sampleRate, gains)
            return gains
        }
    }
}
