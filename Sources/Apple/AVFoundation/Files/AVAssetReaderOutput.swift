import AVFAudio
import AudioCodecs
import AudioFormats
import AudioModel
public import CoreMedia
public import Foundation
import MediaExport
import Synchronization

/// What an asset reader gives to its app, as sample buffers in order. Any thread; calls of one output
/// wait for each other.
///
/// Ownership: locks guard the reading, which takes long, and the settings.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    struct Settings {
        var alwaysCopiesSampleData = true
        var supportsRandomAccess = false
        var isConfigurationFinal = false
        var isAtEnd = false
        weak var reader: AVAssetReader?
    }

    let settings = Mutex(Settings())
    private let reading = Mutex<(any SampleReading)?>(nil)

    /// Outputs of other classes only are made.
    override init() {
        super.init()
    }

    /// What the output gives.
    open var mediaType: AVMediaType { .audio }

    /// Whether each buffer has memory of its own, which it always has here.
    open var alwaysCopiesSampleData: Bool {
        get { settings.withLock { $0.alwaysCopiesSampleData } }
        set {
            guard canChange("AVAssetReaderOutput.alwaysCopiesSampleData") else { return }
            settings.withLock { $0.alwaysCopiesSampleData = newValue }
        }
    }

    /// Whether other ranges can be read after the end; see `reset(forReadingTimeRanges:)`. It is set
    /// before the reader starts.
    open var supportsRandomAccess: Bool {
        get { settings.withLock { $0.supportsRandomAccess } }
        set {
            guard canChange("AVAssetReaderOutput.supportsRandomAccess") else { return }
            settings.withLock { $0.supportsRandomAccess = newValue }
        }
    }

    private func canChange(_ call: String) -> Bool {
        guard settings.withLock({ $0.reader })?.hasStarted != true else {
            fault(call, "the reader has started")
            return false
        }
        return true
    }

    /// Reads the next buffer; blocks while a file is read and decoded.
    ///
    /// Before the reader starts that is a fault.
    ///
    /// - Returns: `nil` at the end, after a failure and after `cancelReading()`; the reader's status
    ///   tells which.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader = settings.withLock({ $0.reader }), reader.hasStarted else {
            fault("AVAssetReaderOutput.copyNextSampleBuffer()", "the reader has not started")
            return nil
        }
        return reading.withLock { reading in
            guard reader.status == .reading, let reading, !settings.withLock({ $0.isAtEnd })
            else { return nil }
            do {
                if let buffer = try reading.next() { return buffer }
                settings.withLock { $0.isAtEnd = true }
                reader.outputsChanged()
            } catch {
                reader.fail(error)
            }
            return nil
        }
    }

    /// Reads other ranges, after the end of those before.
    ///
    /// It is a fault for an output without `supportsRandomAccess`, before the end, after
    /// `markConfigurationAsFinal()`, and for ranges that overlap or are not in order.
    ///
    /// - Parameter timeRanges: `CMTimeRange`s.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        let call = "AVAssetReaderOutput.reset(forReadingTimeRanges:)"
        let settings = settings.withLock { $0 }
        guard settings.supportsRandomAccess else {
            return fault(call, "the output does not support random access")
        }
        guard !settings.isConfigurationFinal else {
            return fault(call, "the configuration was marked as final")
        }
        let ranges = timeRanges.map(\.timeRangeValue)
        let areInOrder = zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start }
        guard !ranges.isEmpty, ranges.allSatisfy({ $0.isValid && $0.start.isNumeric }), areInOrder
        else { return fault(call, "the ranges are empty, invalid, or not in order") }
        reading.withLock { reading in
            guard settings.isAtEnd else { return fault(call, "not all samples have been read") }
            do {
                try reading?.setRanges(ranges.map(\.seconds))
                self.settings.withLock { $0.isAtEnd = false }
            } catch {
                settings.reader?.fail(error)
            }
        }
    }

    /// Tells that no other ranges will be read, so that the reader can complete.
    open func markConfigurationAsFinal() {
        let reader = settings.withLock { settings -> AVAssetReader? in
            settings.isConfigurationFinal = true
            return settings.reader
        }
        reader?.outputsChanged()
    }

    // MARK: For readers

    /// The tracks that are read.
    var tracks: [AVAssetTrack] { [] }

    /// Begins to read.
    ///
    /// - Throws: Why nothing can be read.
    func makeReading(_ range: Range<Double>?) throws -> any SampleReading {
        throw AVError.make(.unsupportedOutputSettings)
    }

    func start(_ range: Range<Double>?) throws {
        try reading.withLock { $0 = try makeReading(range) }
    }

    /// Whether nothing more will come.
    var isOver: Bool {
        let settings = settings.withLock { $0 }
        guard !settings.supportsRandomAccess || settings.isConfigurationFinal else { return false }
        return settings.isAtEnd
    }

    /// Takes the output for a reader.
    ///
    /// - Returns: Whether it had none.
    func take(_ reader: AVAssetReader) -> Bool {
        settings.withLock { settings in
            guard settings.reader == nil else { return false }
            settings.reader = reader
            return true
        }
    }

    var hasReader: Bool { settings.withLock { $0.reader != nil } }
}

/// Reads one track of an asset: its packets as they are stored, or linear PCM.
///
/// Ownership: immutable, but for what the superclass guards.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The track.
    public let track: AVAssetTrack
    private let settingsToRead: SettingsToRead
    private let pitch = Mutex(AVAudioTimePitchAlgorithm.spectral)

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - track: A track of the reader's asset.
    ///   - outputSettings: Of linear PCM, as in `AVAudioSettings.h`; the source's rate and channels and
    ///     16-bit little-endian interleaved integers where they say nothing. `nil` for stored packets.
    ///     Another coding is a fault, and nothing can be read then.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        settingsToRead = SettingsToRead(
            outputSettings, "AVAssetReaderTrackOutput.init(track:outputSettings:)")
        super.init()
    }

    /// The settings.
    open var outputSettings: [String: Any]? { settingsToRead.dictionary }

    override open var mediaType: AVMediaType { track.mediaType }

    /// How parts of a composition sound that are played faster or slower.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitch.withLock { $0 } }
        set { pitch.withLock { $0 = newValue } }
    }

    override var tracks: [AVAssetTrack] { [track] }

    override func makeReading(_ range: Range<Double>?) throws -> any SampleReading {
        var sound = try track.sound()
        sound.timeline.pitchRule = audioTimePitchAlgorithm.pitchRule
        let rate = sound.sampleRate ?? TrackSound.rateOfSilence
        if settingsToRead.isEmpty {
            if let source = sound.source { return try PacketReading(source, range) }
            // The parts of a composition have no common packets.
            return try FrameReading(
                [sound.timeline], .shorts(rate, sound.channelCount), nil, range)
        }
        let layout = try sound.source?.open().channelLayout
        let output = try settingsToRead.format(
            rate: rate, channelCount: sound.channelCount, layout: layout)
        return try FrameReading([sound.timeline], output.format, output.layout, range)
    }
}

/// Reads the sum of tracks of an asset as linear PCM, with a mix's volumes.
///
/// Ownership: immutable, but for what locks guard.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks.
    public let audioTracks: [AVAssetTrack]
    private let settingsToRead: SettingsToRead
    private struct Mix {
        var mix: AVAudioMix?
        var algorithm = AVAudioTimePitchAlgorithm.spectral
    }
    private let mix = Mutex(Mix())

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - audioTracks: Tracks of the reader's asset with sound; others are a fault.
    ///   - audioSettings: As those of `AVAssetReaderTrackOutput`; `nil` for 32-bit floats.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        let call = "AVAssetReaderAudioMixOutput.init(audioTracks:audioSettings:)"
        self.audioTracks = audioTracks.filter { $0.mediaType == .audio }
        if audioTracks.isEmpty || self.audioTracks.count != audioTracks.count {
            fault(call, "the tracks must have sound")
        }
        settingsToRead = SettingsToRead(audioSettings, call)
        super.init()
    }

    /// The settings.
    open var audioSettings: [String: Any]? { settingsToRead.dictionary }

    /// The volumes of the tracks over time; `nil` for 1. It is set before the reader starts.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0.mix } }
        set { mix.withLock { $0.mix = newValue?.frozen() } }
    }

    /// How parts of a composition sound that are played faster or slower.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { mix.withLock { $0.algorithm } }
        set { mix.withLock { $0.algorithm = newValue } }
    }

    override var tracks: [AVAssetTrack] { audioTracks }

    override func makeReading(_ range: Range<Double>?) throws -> any SampleReading {
        guard !audioTracks.isEmpty else { throw AVError.make(.unsupportedOutputSettings) }
        let mixed = try MixedTracks(audioTracks, audioMix, audioTimePitchAlgorithm)
        let output =
            settingsToRead.isEmpty
            ? (.mixed(sampleRate: mixed.sampleRate, channelCount: mixed.channelCount), nil)
            : try settingsToRead.format(
                rate: mixed.sampleRate, channelCount: mixed.channelCount, layout: nil)
        return try FrameReading(mixed.timelines, output.format, output.layout, range)
    }
}
