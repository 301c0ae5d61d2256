import AudioModel
import SoundMixer

/// Where a queue's audio goes while an app takes it by calls: a mixer of its own, so that gains,
/// balance and sample rates are as they are when it is heard.
///
/// With the queue's lock held.
final class OfflineOutput {
    let format: StreamFormat
    private let mixer: Mixer
    private var voice: Mixer.VoiceID?
    private var feed: VoiceFeed?
    /// The first call after a start only makes things ready.
    private(set) var isPrimed = false

    /// What the filter of a resampled feed needs beyond the frames it gives out.
    private static let filterFrames = 64

    /// - Parameter format: Linear PCM, interleaved, of one or two channels.
    init(_ format: StreamFormat) {
        self.format = format
        mixer = Mixer(outputRate: format.sampleRate, voicesMax: 4)
    }

    func begin(_ feed: VoiceFeed, volume: Float, pan: Float) {
        isPrimed = false
        place(feed, volume: volume, pan: pan)
    }

    private func place(_ feed: VoiceFeed, volume: Float, pan: Float) {
        if let voice { mixer.cut(voice) }
        self.feed = feed
        voice = mixer.addVoice(.feed(feed), app: volume, session: 1, duck: 1)
        if let voice, pan != 0 { mixer.setPan(voice, to: pan, ramp: .zero) }
    }

    func replaceFeed(_ feed: VoiceFeed) {
        guard voice != nil else { return }
        place(feed, volume: 1, pan: 0)
    }

    func end() {
        if let voice { mixer.cut(voice) }
        voice = nil
        feed = nil
        isPrimed = false
    }

    func prime() {
        isPrimed = true
    }

    func setVolume(_ volume: Float, ramp: HostInterval) {
        if let voice { mixer.setGain(voice, .app, to: volume, ramp: ramp) }
    }

    func setPan(_ pan: Float) {
        if let voice { mixer.setPan(voice, to: pan, ramp: .zero) }
    }

    /// Whether all of a finished feed has come out.
    var isOver: Bool {
        guard let voice else { return true }
        for event in mixer.collectEvents() {
            if case .ended(voice) = event {
                self.voice = nil
                return true
            }
        }
        return false
    }

    /// Frames that can be rendered from what the feed holds.
    ///
    /// - Parameter isFinished: Whether nothing comes after it, so that the filter can run out.
    func readyFrames(isFinished: Bool) -> Int {
        guard let feed, voice != nil else { return 0 }
        if feed.sampleRate == format.sampleRate { return feed.waitingFrames }
        if isFinished { return .max }
        let free = max(feed.waitingFrames - Self.filterFrames, 0)
        return Int(Double(free) * format.sampleRate / feed.sampleRate)
    }

    /// - Parameter samples: Room for `frameCount` stereo frames.
    func render(into samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        mixer.render(into: samples, frameCount: frameCount)
    }
}
