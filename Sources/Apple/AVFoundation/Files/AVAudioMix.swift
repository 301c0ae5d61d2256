public import CoreMedia
public import Foundation
import MediaExport
import Synchronization

/// The volumes of tracks over time, for an export, a reader or an item. Any thread; immutable, unless
/// it is an `AVMutableAudioMix`.
///
/// Ownership: immutable, but for what a lock guards.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate let parameters: Mutex<[AVAudioMixInputParameters]>

    /// Makes a mix that changes nothing.
    public override init() {
        parameters = Mutex([])
        super.init()
    }

    fileprivate init(_ parameters: [AVAudioMixInputParameters]) {
        self.parameters = Mutex(parameters)
        super.init()
    }

    /// The parameters of tracks, each of which has at most one; tracks without any have volume 1.
    open var inputParameters: [AVAudioMixInputParameters] { parameters.withLock { $0 } }

    /// An immutable copy.
    open func copy(with zone: NSZone? = nil) -> Any { frozen() }

    /// A mix with the same parameters, which can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVMutableAudioMix()
        copy.inputParameters = inputParameters
        return copy
    }

    /// A copy that does not change any more.
    func frozen() -> AVAudioMix {
        AVAudioMix(inputParameters.map { $0.frozen() })
    }

    /// The parameters of a track.
    func parameters(ofTrack id: CMPersistentTrackID) -> AVAudioMixInputParameters? {
        inputParameters.first { $0.trackID == id }
    }
}

/// A mix that can be changed. Items, readers and exports take a copy.
///
/// Ownership: as the superclass.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    /// The parameters of tracks.
    override open var inputParameters: [AVAudioMixInputParameters] {
        get { parameters.withLock { $0 } }
        set { parameters.withLock { $0 = newValue } }
    }
}

/// The volume of a track over time. Any thread.
///
/// Ownership: immutable, but for what a lock guards.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate struct Values {
        var trackID = kCMPersistentTrackID_Invalid
        var algorithm: AVAudioTimePitchAlgorithm?
        /// The changes in seconds, as mixing takes them.
        var curve = GainCurve()
        /// The same changes in the times that the app has given.
        var ramps: [(from: Float, to: Float, range: CMTimeRange)] = []
    }

    fileprivate let values: Mutex<Values>

    fileprivate init(_ values: Values) {
        self.values = Mutex(values)
        super.init()
    }

    /// The track that has the volume.
    open var trackID: CMPersistentTrackID { values.withLock { $0.trackID } }

    /// How parts of the track sound that are played faster or slower; `nil` as its owner has it.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        values.withLock { $0.algorithm }
    }

    /// The ramp at a time, or that from the last change before it to the next one.
    ///
    /// - Parameters:
    ///   - startVolume: Receives the volume at the beginning, or `nil`.
    ///   - endVolume: Receives the volume at the end, or `nil`.
    ///   - timeRange: Receives the time of the ramp; without an end for the last one. Or `nil`.
    /// - Returns: Whether there is one: `false` before the first change.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?,
        endVolume: UnsafeMutablePointer<Float>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        let ramps = values.withLock { $0.ramps }
        guard time.isNumeric, let index = ramps.lastIndex(where: { $0.range.start <= time }) else {
            return false
        }
        var ramp = ramps[index]
        if ramp.range.duration == .zero || ramp.range.end <= time {
            let start = ramp.range.end
            let next = index + 1 < ramps.count ? ramps[index + 1].range.start : .positiveInfinity
            ramp = (
                ramp.to, ramp.to,
                CMTimeRange(start: start, duration: next.isNumeric ? next - start : next)
            )
        }
        startVolume?.pointee = ramp.from
        endVolume?.pointee = ramp.to
        timeRange?.pointee = ramp.range
        return true
    }

    /// An immutable copy.
    open func copy(with zone: NSZone? = nil) -> Any { frozen() }

    /// A copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableAudioMixInputParameters(values.withLock { $0 })
    }

    func frozen() -> AVAudioMixInputParameters {
        AVAudioMixInputParameters(values.withLock { $0 })
    }

    var curve: GainCurve { values.withLock { $0.curve } }
}

/// The volume of a track over time, which can be changed.
///
/// Ownership: as the superclass.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// Makes parameters for a track, without changes of the volume.
    public convenience init(track: AVAssetTrack?) {
        self.init()
        trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
    }

    /// Makes parameters for no track yet.
    public init() {
        super.init(Values())
    }

    fileprivate override init(_ values: Values) {
        super.init(values)
    }

    /// The track that has the volume.
    override open var trackID: CMPersistentTrackID {
        get { values.withLock { $0.trackID } }
        set { values.withLock { $0.trackID = newValue } }
    }

    /// How parts of the track sound that are played faster or slower; `nil` as its owner has it.
    override open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { values.withLock { $0.algorithm } }
        set { values.withLock { $0.algorithm = newValue } }
    }

    /// Sets the volume from a time on, until the next change.
    ///
    /// - Parameters:
    ///   - volume: 0 and more; negative ones and NaN are a fault.
    ///   - time: In the asset's time; an invalid or infinite one is a fault.
    open func setVolume(_ volume: Float, at time: CMTime) {
        let call = "AVMutableAudioMixInputParameters.setVolume(_:at:)"
        guard volume >= 0, volume.isFinite, time.isNumeric else {
            return fault(call, "the volume must be 0 or more and the time a number")
        }
        add(volume, volume, CMTimeRange(start: time, duration: .zero))
    }

    /// Changes the volume evenly from one to another.
    ///
    /// - Parameters:
    ///   - startVolume: 0 and more; negative ones and NaN are a fault.
    ///   - endVolume: 0 and more; it stays until the next change.
    ///   - timeRange: In the asset's time; an invalid or infinite one, or one that overlaps another ramp, is a
    ///     fault.
    open func setVolumeRamp(
        fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
    ) {
        let call =
            "AVMutableAudioMixInputParameters.setVolumeRamp(fromStartVolume:toEndVolume:timeRange:)"
        guard startVolume >= 0, startVolume.isFinite, endVolume >= 0, endVolume.isFinite,
            timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric,
            let seconds = timeRange.seconds
        else { return fault(call, "the volumes must be 0 or more and the times numbers") }
        guard !values.withLock({ $0.curve.overlaps(seconds) }) else {
            return fault(call, "the ramp overlaps another one")
        }
        add(startVolume, endVolume, timeRange)
    }

    private func add(_ from: Float, _ to: Float, _ range: CMTimeRange) {
        guard let seconds = range.seconds else { return }
        values.withLock { values in
            values.curve.add(GainCurve.Change(range: seconds, from: from, to: to))
            let index = values.ramps.lastIndex { $0.range.start <= range.start }
            values.ramps.insert((from, to, range), at: index.map { $0 + 1 } ?? 0)
        }
    }
}

/// The tracks of an asset as they are mixed.
struct MixedTracks {
    let timelines: [SoundTimeline]
    /// The highest rate and the most channels of the tracks.
    let sampleRate: Double
    let channelCount: Int

    /// - Throws: Why a track cannot be read.
    init(
        _ tracks: [AVAssetTrack], _ mix: AVAudioMix?, _ algorithm: AVAudioTimePitchAlgorithm
    ) throws {
        var (rate, count) = (0.0, 1)
        timelines = try tracks.map { track in
            let sound = try track.sound()
            let parameters = mix?.parameters(ofTrack: track.trackID)
            var timeline = sound.timeline
            timeline.gains = parameters?.curve ?? GainCurve()
            timeline.pitchRule =
                (parameters?.audioTimePitchAlgorithm ?? algorithm).pitchRule
            rate = max(rate, sound.sampleRate ?? 0)
            count = max(count, sound.channelCount)
            return timeline
        }
        sampleRate = rate > 0 ? rate : TrackSound.rateOfSilence
        channelCount = count
    }
}

extension AVAudioTimePitchAlgorithm {
    /// What a change of speed does to the pitch.
    var pitchRule: PitchRule { self == .varispeed ? .followsSpeed : .keepsPitch }
}
