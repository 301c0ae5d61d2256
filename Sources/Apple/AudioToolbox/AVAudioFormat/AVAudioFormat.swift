package import AudioModel
package import ChannelLayouts
public import CoreAudioTypes
public import Foundation
import Synchronization

/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// The sample type of linear PCM in the machine's byte order.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// A coding or a kind of PCM other than those below.
    case otherFormat = 0
    /// 32-bit floating-point numbers.
    case pcmFormatFloat32 = 1
    /// 64-bit floating-point numbers.
    case pcmFormatFloat64 = 2
    /// Signed 16-bit integers.
    case pcmFormatInt16 = 3
    /// Signed 32-bit integers.
    case pcmFormatInt32 = 4
}

/// The format of audio in memory or in a file: a stream description and a channel layout.
///
/// Ownership: immutable after `init`, including the memory behind its pointer, but for the magic
/// cookie, which a mutex guards. Any thread.
open class AVAudioFormat: NSObject, NSSecureCoding, @unchecked Sendable {
    private let storage: UnsafeMutablePointer<AudioStreamBasicDescription>
    private let layout: AVAudioChannelLayout?
    private let cookie = Mutex<Data?>(nil)
    /// The stream description in the form that conversions use.
    package let streamFormat: StreamFormat

    /// Makes the empty format, of no sample rate and no channels: what a node without a format has.
    public override convenience init() {
        self.init(unchecked: StreamFormat(AudioStreamBasicDescription()))
    }

    /// Makes a format from a stream description of up to two channels.
    ///
    /// - Returns: `nil` for more channels, which need a channel layout.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: asbd, channelLayout: nil)
    }

    /// Makes a format from a stream description and a channel layout.
    ///
    /// - Returns: `nil` for more than two channels without a layout, or for a layout of another
    ///   number of channels.
    public convenience init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
        channelLayout layout: AVAudioChannelLayout?
    ) {
        self.init(StreamFormat(asbd.pointee), channelLayout: layout)
    }

    /// Makes the standard format, of non-interleaved 32-bit floats in the machine's byte order.
    ///
    /// - Parameter sampleRate: In Hz.
    /// - Returns: `nil` for more than two channels, which need a channel layout.
    public convenience init?(
        standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount
    ) {
        self.init(
            commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels,
            interleaved: false)
    }

    /// Makes the standard format with the layout's channels.
    ///
    /// - Parameter sampleRate: In Hz.
    public convenience init(
        standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout
    ) {
        self.init(
            commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false,
            channelLayout: layout)
    }

    /// Makes a linear PCM format in the machine's byte order.
    ///
    /// - Parameters:
    ///   - format: The sample type; `otherFormat` is none.
    ///   - sampleRate: In Hz.
    ///   - interleaved: Whether all channels share a buffer.
    /// - Returns: `nil` for more than two channels, which need a channel layout, and for
    ///   `otherFormat`.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
        interleaved: Bool
    ) {
        guard channels <= Self.channelsWithoutLayout, format != .otherFormat else { return nil }
        self.init(
            unchecked: StreamFormat(
                format, sampleRate: sampleRate, channelCount: channels, isInterleaved: interleaved))
    }

    /// Makes a linear PCM format in the machine's byte order with the layout's channels.
    ///
    /// - Parameters:
    ///   - format: The sample type; `otherFormat` gives the empty format.
    ///   - sampleRate: In Hz.
    ///   - interleaved: Whether all channels share a buffer.
    public convenience init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        self.init(
            unchecked: StreamFormat(
                format, sampleRate: sampleRate, channelCount: layout.channelCount,
                isInterleaved: interleaved),
            layout: layout)
    }

    /// Makes a format from a stream format, with the same rules for channels as for apps.
    package convenience init?(_ format: StreamFormat, channelLayout layout: AVAudioChannelLayout?) {
        if let layout {
            guard layout.channelCount == format.channelCount else { return nil }
        } else {
            guard format.channelCount <= Self.channelsWithoutLayout else { return nil }
        }
        self.init(unchecked: format, layout: layout)
    }

    /// Makes a format of any number of channels; without a layout it has numbered ones if there are
    /// more than two.
    package convenience init(
        _ format: StreamFormat, layout: ChannelLayout? = nil, magicCookie: [UInt8]? = nil
    ) {
        let isFitting = layout?.fits(channelCount: format.channelCount) ?? false
        var layout = isFitting ? layout : nil
        if layout == nil, format.channelCount > Self.channelsWithoutLayout {
            let count = min(format.channelCount, 0xFFFF)
            layout = ChannelLayout(tag: kAudioChannelLayoutTag_DiscreteInOrder | count)
        }
        self.init(unchecked: format, layout: layout.map { AVAudioChannelLayout($0) })
        self.magicCookie = magicCookie.map { Data($0) }
    }

    package init(unchecked format: StreamFormat, layout: AVAudioChannelLayout? = nil) {
        streamFormat = format
        storage = .allocate(capacity: 1)
        storage.initialize(to: AudioStreamBasicDescription(format))
        self.layout = layout
    }

    deinit {
        RetiredMemory.retire(UnsafeMutableRawPointer(storage))
    }

    /// Makes a format from an archive.
    ///
    /// - Returns: `nil` for an archive without a format, and for channels without a layout that
    ///   need one.
    public required convenience init?(coder: NSCoder) {
        guard let description = AudioStreamBasicDescription(coder) else { return nil }
        // Asking for a missing key fails the whole archive.
        let layout =
            coder.containsValue(forKey: "layout")
            ? coder.decodeObject(of: AVAudioChannelLayout.self, forKey: "layout") : nil
        self.init(StreamFormat(description), channelLayout: layout)
        guard coder.containsValue(forKey: "cookie") else { return }
        magicCookie = coder.decodeObject(of: NSData.self, forKey: "cookie").map { Data($0) }
    }

    /// The largest number of channels that need no layout: mono and stereo.
    private static let channelsWithoutLayout: AVAudioChannelCount = 2

    // MARK: Properties

    /// Whether the format is non-interleaved 32-bit floats in the machine's byte order.
    open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    /// The sample type; `otherFormat` for one that has no name here.
    open var commonFormat: AVAudioCommonFormat { streamFormat.commonFormat }

    /// The number of channels.
    open var channelCount: AVAudioChannelCount { streamFormat.channelCount }

    /// The sample rate in Hz.
    open var sampleRate: Double { streamFormat.sampleRate }

    /// Whether all channels share a buffer.
    open var isInterleaved: Bool { !streamFormat.flags.contains(.nonInterleaved) }

    /// The stream description, valid as long as this object.
    open var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
        UnsafePointer(storage)
    }

    /// The channel layout; `nil` where none was given for mono or stereo.
    open var channelLayout: AVAudioChannelLayout? { layout }

    /// The decoder configuration of a compressed format.
    open var magicCookie: Data? {
        get { cookie.withLock { $0 } }
        set { cookie.withLock { $0 = newValue } }
    }

    // MARK: Comparing

    /// Whether both formats describe the same audio.
    ///
    /// It does not matter whether mono is interleaved, whether full samples are called packed or
    /// aligned, or whether the layout of mono or stereo is named. The magic cookie is not compared.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        if other === self { return true }
        return streamFormat.comparable == other.streamFormat.comparable
            && comparableLayout == other.comparableLayout
    }

    /// The hash of what `isEqual` compares.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(streamFormat.comparable)
        hasher.combine(comparableLayout)
        return hasher.finalize()
    }

    /// The layout without that of plain mono and stereo.
    private var comparableLayout: ChannelLayout? {
        let standard = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo]
        guard let layout, !standard.contains(layout.layoutTag) else { return nil }
        return layout.channelLayout
    }

    /// A line with the format's properties.
    open override var description: String {
        let place = commonFormat == .otherFormat ? "" : isInterleaved ? ", inter" : ", deinter"
        return "<AVAudioFormat: \(channelCount) ch, \(Int(clampingRate: sampleRate)) Hz, "
            + "\(streamFormat.id.rawValue)\(place)>"
    }
}

extension Int {
    /// A sample rate in whole hertz, for messages.
    fileprivate init(clampingRate rate: Double) {
        self = Int(exactly: rate.rounded()) ?? 0
    }
}
