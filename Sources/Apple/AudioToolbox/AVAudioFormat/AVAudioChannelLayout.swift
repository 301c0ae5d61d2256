package import ChannelLayouts
public import CoreAudioTypes
public import Foundation

/// The speaker of each channel of a format.
///
/// Ownership: immutable after `init`, including the memory behind its pointer. Any thread.
open class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
    private let storage: UnsafeMutableRawBufferPointer
    /// The layout in the form that conversions use.
    package let channelLayout: ChannelLayout

    /// Makes the layout of a tag.
    ///
    /// - Returns: `nil` for the tags of channel descriptions and bitmaps, which need more than a
    ///   tag.
    public init?(layoutTag: AudioChannelLayoutTag) {
        guard layoutTag != kAudioChannelLayoutTag_UseChannelDescriptions,
            layoutTag != kAudioChannelLayoutTag_UseChannelBitmap
        else { return nil }
        channelLayout = ChannelLayout(tag: layoutTag)
        storage = Self.memory(of: channelLayout)
    }

    /// Copies a layout of any kind; one that a tag describes completely becomes that tag.
    ///
    /// - Parameter layout: Has as many descriptions as it says; those of a layout with more than
    ///   64 are ignored.
    public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
        self.init(Self.parsed(layout))
    }

    /// Wraps a layout, or its tag if it has one.
    package init(_ layout: ChannelLayout) {
        // The tag of a bitmap or of descriptions that are those of a standard layout.
        let tag = (try? layout.standardTag()) ?? nil
        channelLayout = tag.map { ChannelLayout(tag: $0) } ?? layout
        storage = Self.memory(of: channelLayout)
    }

    /// Makes a layout from an archive.
    ///
    /// - Returns: `nil` for an archive without a layout, or with bytes that are none.
    public required convenience init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "layout"),
            let data = coder.decodeObject(of: NSData.self, forKey: "layout"),
            let layout = Data(data).withUnsafeBytes({ try? ChannelLayout(bytesForApps: $0) })
        else { return nil }
        self.init(layout)
    }

    deinit {
        storage.baseAddress.map(RetiredMemory.retire)
    }

    private static func parsed(_ layout: UnsafePointer<AudioChannelLayout>) -> ChannelLayout {
        let descriptionBytes = MemoryLayout<AudioChannelDescription>.stride
        let header = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
        let count = Int(layout.pointee.mNumberChannelDescriptions)
        let bytes = UnsafeRawBufferPointer(
            start: layout, count: header + min(count, descriptionsMax) * descriptionBytes)
        let parsed = try? ChannelLayout(bytesForApps: bytes)
        return parsed
            ?? ChannelLayout(
                tag: layout.pointee.mChannelLayoutTag,
                bitmap: layout.pointee.mChannelBitmap.rawValue)
    }

    private static let descriptionsMax = 64

    private static func memory(of layout: ChannelLayout) -> UnsafeMutableRawBufferPointer {
        let bytes = layout.bytesForApps
        let size = max(bytes.count, MemoryLayout<AudioChannelLayout>.size)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        memory.copyBytes(from: bytes)
        return memory
    }

    /// The layout's tag.
    open var layoutTag: AudioChannelLayoutTag { channelLayout.tag }

    /// The layout as a C structure, valid as long as this object.
    open var layout: UnsafePointer<AudioChannelLayout> {
        UnsafePointer(storage.baseAddress!.assumingMemoryBound(to: AudioChannelLayout.self))
    }

    /// The number of channels.
    open var channelCount: AVAudioChannelCount {
        switch layoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions:
            AVAudioChannelCount(channelLayout.descriptions.count)
        case kAudioChannelLayoutTag_UseChannelBitmap:
            AVAudioChannelCount(channelLayout.bitmap.nonzeroBitCount)
        default: AudioChannelLayoutTag_GetNumberOfChannels(layoutTag)
        }
    }

    /// Whether the other object is a layout of the same channels in the same form.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioChannelLayout)?.channelLayout == channelLayout
    }

    /// The hash of the layout.
    open override var hash: Int { channelLayout.hashValue }
}
