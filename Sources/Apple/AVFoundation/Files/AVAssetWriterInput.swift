import AVFAudio
import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import AudioToolbox
import ChannelLayouts
public import CoreMedia
public import Dispatch
public import Foundation
import MediaExport
import SoundClient
import SoundRuntime
import Synchronization

/// Takes the samples of one track of a file that is written. Any thread; calls of one input wait for
/// each other.
///
/// Ownership: immutable, but for what a lock guards.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    private struct State {
        weak var writer: AVAssetWriter?
        var isFinished = false
        var expectsMediaDataInRealTime = false
        var metadata: [AVMetadataItem] = []
        var languageCode: String?
        var extendedLanguageTag: String?
        var preferredVolume: Float = 1
        var mediaTimeScale: CMTimeScale = 0
        var isEnabled = true
        /// The app's call for more data.
        var request: (queue: DispatchQueue, block: @Sendable () -> Void)?
        /// Counts calls of `append`.
        var appendCount = 0
        var isPumping = false
    }

    /// The medium: sound.
    public let mediaType: AVMediaType
    /// What the samples are described by; `nil` for the first buffer's description.
    public let sourceFormatHint: CMFormatDescription?
    /// How samples are encoded; `nil` where they pass as they are.
    let encoding: InputEncoding?
    /// Whether the settings were wrong.
    let hasWrongSettings: Bool
    private let settings: SettingsOfApp
    private let state = Mutex(State())
    private let environment = (CurrentApp.simulated ?? currentApp(isForSound: false)).environment

    /// How long the input waits after a call that has appended nothing.
    private static let pause = HostInterval(nanoseconds: 10_000_000)

    /// Makes an input.
    ///
    /// - Parameters:
    ///   - mediaType: Sound; another medium is a fault, and cannot be added to a writer.
    ///   - outputSettings: How samples are encoded: for linear PCM all its keys, for codings at least
    ///     `AVFormatIDKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey`; others are a fault. `nil`
    ///     lets them pass as they are.
    ///   - sourceFormatHint: What the samples will be described by.
    public init(
        mediaType: AVMediaType, outputSettings: [String: Any]?,
        sourceFormatHint: CMFormatDescription? = nil
    ) {
        self.mediaType = mediaType
        self.sourceFormatHint = sourceFormatHint
        settings = SettingsOfApp(dictionary: outputSettings)
        encoding = outputSettings.flatMap { InputEncoding($0) }
        hasWrongSettings =
            mediaType != .audio || (outputSettings != nil && encoding == nil)
        super.init()
        guard hasWrongSettings else { return }
        fault(
            "AVAssetWriterInput.init(mediaType:outputSettings:sourceFormatHint:)",
            mediaType == .audio
                ? "the settings are incomplete, or contradict each other" : "only sound is written")
    }

    /// The settings.
    open var outputSettings: [String: Any]? { settings.dictionary }

    /// What the track says besides its sound.
    open var metadata: [AVMetadataItem] {
        get { state.withLock { $0.metadata } }
        set { state.withLock { $0.metadata = newValue } }
    }

    /// Whether samples come as they are captured. Without effect: an input is always ready.
    open var expectsMediaDataInRealTime: Bool {
        get { state.withLock { $0.expectsMediaDataInRealTime } }
        set { state.withLock { $0.expectsMediaDataInRealTime = newValue } }
    }

    /// The language of the track. Without effect.
    open var languageCode: String? {
        get { state.withLock { $0.languageCode } }
        set { state.withLock { $0.languageCode = newValue } }
    }

    /// The language of the track, by its BCP 47 tag. Without effect.
    open var extendedLanguageTag: String? {
        get { state.withLock { $0.extendedLanguageTag } }
        set { state.withLock { $0.extendedLanguageTag = newValue } }
    }

    /// The volume at which the track is meant to be played. Without effect.
    open var preferredVolume: Float {
        get { state.withLock { $0.preferredVolume } }
        set { state.withLock { $0.preferredVolume = newValue } }
    }

    /// Units a second of the track's times; of sound always its sample rate.
    open var mediaTimeScale: CMTimeScale {
        get { state.withLock { $0.mediaTimeScale } }
        set { state.withLock { $0.mediaTimeScale = newValue } }
    }

    /// Whether the track is played unless the app chooses another. Without effect.
    open var marksOutputTrackAsEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    // MARK: Samples

    /// Whether samples can be appended: from the start of writing until `markAsFinished()`.
    open var isReadyForMoreMediaData: Bool {
        let (writer, isFinished) = state.withLock { ($0.writer, $0.isFinished) }
        return writer?.isWriting == true && !isFinished
    }

    /// Calls `block` whenever the input is ready for more samples, until `markAsFinished()`: again and
    /// again, so the block appends as long as the input is ready and it has some.
    ///
    /// A second call is a fault.
    ///
    /// - Parameters:
    ///   - queue: Where the block is called.
    ///   - block: Appends samples, or marks the input as finished.
    @preconcurrency
    open func requestMediaDataWhenReady(
        on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
    ) {
        let isFirst = state.withLock { state in
            guard state.request == nil else { return false }
            state.request = (queue, block)
            return true
        }
        guard isFirst else {
            return fault(
                "AVAssetWriterInput.requestMediaDataWhenReady(on:using:)", "it is called once")
        }
        pump()
    }

    /// Appends samples: encodes and writes them on the calling thread.
    ///
    /// A call before the writer's session has started, or after `markAsFinished()`, is a fault.
    ///
    /// - Returns: `false` when the writer has failed.
    @discardableResult
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        let call = "AVAssetWriterInput.append(_:)"
        let (writer, isFinished) = state.withLock { state in
            state.appendCount += 1
            return (state.writer, state.isFinished)
        }
        guard let writer else {
            fault(call, "the input has no writer")
            return false
        }
        guard !isFinished else {
            fault(call, "the input was marked as finished")
            return false
        }
        return writer.append(sampleBuffer, of: self)
    }

    /// Tells that no more samples will come.
    open func markAsFinished() {
        let writer = state.withLock { state -> AVAssetWriter? in
            state.isFinished = true
            state.request = nil
            return state.writer
        }
        if writer?.hasStarted != true {
            fault("AVAssetWriterInput.markAsFinished()", "the writer has not started")
        }
    }

    // MARK: For writers

    var hasWriter: Bool { state.withLock { $0.writer != nil } }

    func take(_ writer: AVAssetWriter) -> Bool {
        state.withLock { state in
            guard state.writer == nil else { return false }
            state.writer = writer
            return true
        }
    }

    /// Writing is over: the app is asked for nothing more.
    func end() {
        state.withLock { state in
            state.isFinished = true
            state.request = nil
        }
    }

    /// Asks the app for samples, if it wants to be asked and the writer writes.
    func pump() {
        guard isReadyForMoreMediaData else { return }
        let queue = state.withLock { state -> DispatchQueue? in
            guard let request = state.request, !state.isPumping else { return nil }
            state.isPumping = true
            return request.queue
        }
        queue?.async { [self] in askForData() }
    }

    private func askForData() {
        let request = isReadyForMoreMediaData ? state.withLock { $0.request } : nil
        guard let request else { return state.withLock { $0.isPumping = false } }
        let before = state.withLock { $0.appendCount }
        request.block()
        let isIdle = state.withLock { $0.appendCount == before }
        guard isIdle else { return request.queue.async { [self] in askForData() } }
        // An app without samples would be asked all the time.
        environment.after(Self.pause) { [self] in
            request.queue.async { [self] in askForData() }
        }
    }
}

/// An app's dictionary of settings.
///
/// Ownership: immutable; the values are those of property lists.
struct SettingsOfApp: @unchecked Sendable {
    let dictionary: [String: Any]?
}

/// How an input encodes its samples.
struct InputEncoding: Sendable {
    let settings: AudioSettings

    private static let linearKeys = [
        AVSampleRateKey, AVNumberOfChannelsKey, AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey,
        AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
    ]
    private static let codedKeys = [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey]

    /// - Returns: `nil` for incomplete settings, and for those that contradict each other.
    init?(_ dictionary: [String: Any]) {
        guard let settings = AudioSettings(dictionary) else { return nil }
        let keys = settings.format.id == .linearPCM ? Self.linearKeys : Self.codedKeys
        guard dictionary[AVFormatIDKey] != nil, keys.allSatisfy({ dictionary[$0] != nil }),
            !settings.format.flags.contains(.nonInterleaved)
        else { return nil }
        self.settings = settings
    }

    /// What is written into a file of a type.
    ///
    /// - Returns: `nil` where the type cannot hold it, or there is no encoder.
    func output(_ type: AVFileType) -> MediaFileWriter.Output? {
        guard let kind = type.writtenKind else { return nil }
        var format = settings.format
        if [.appleLossless, .flac].contains(format.id), format.flags.isEmpty {
            let bits = settings.coding.bitDepthHint ?? 16
            format.flags = FormatFlags(rawValue: bits <= 16 ? 1 : 3)
        }
        do throws(FormatError) { try kind.check(format) } catch { return nil }
        var options = settings.coding.conversionOptions(channelCount: Int(format.channelCount))
        options.channelMapping = .mixed
        options.outputLayout = settings.layout
        if let rate = options.outputBitRate {
            options.outputBitRate = Self.possible(rate, format)
        }
        do throws(ConversionError) {
            let floats = StreamFormat.mixed(
                sampleRate: format.sampleRate, channelCount: Int(format.channelCount))
            _ = try FormatConverter(from: floats, to: format, options: options)
        } catch {
            return nil
        }
        return .encoded(format, options, settings.layout)
    }

    /// The bit rate nearest to the wanted one that the encoder has; `nil` for its own.
    static func possible(_ rate: Int, _ format: StreamFormat) -> Int? {
        guard CodingProperties.bitRates(of: format.id) != nil else { return nil }
        let range = CodingProperties.bitRateRange(
            of: format.id, sampleRate: format.sampleRate, channelCount: format.channelCount)
        return Int(min(max(Double(rate), range.lowerBound.rounded(.up)), range.upperBound))
    }
}
