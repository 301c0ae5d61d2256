import AudioFiles
package import ChannelLayouts
import CoreAudioTypes

// Conversions of channel layouts in Apple's structure. Its size depends on its channel count.

/// Sizes in bytes of Apple's structure and of each of its channel descriptions.
enum LayoutBytes {
    static let channelsMax = 64
    static let head = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
    static let channel = MemoryLayout<AudioChannelDescription>.stride
}

/// An error in an app's channel layout.
package enum LayoutDataError: Error {
    case tooShort(hasTooManyChannels: Bool)
    case tooManyChannels
}

extension ChannelLayout.Channel {
    /// - Parameter start: The bytes of one channel description.
    init(at start: UnsafeRawPointer) {
        func number(_ offset: Int) -> UInt32 {
            start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        self.init(
            label: number(0), flags: number(4),
            coordinates: (0..<3).map { Float(bitPattern: number(8 + 4 * $0)) })
    }
}

extension ChannelLayout {
    /// Parses a layout. Its size follows from its count, though Apple's structure always has room
    /// for one channel.
    package init(bytesForApps bytes: UnsafeRawBufferPointer) throws(LayoutDataError) {
        guard let start = bytes.baseAddress, bytes.count >= LayoutBytes.head else {
            throw .tooShort(hasTooManyChannels: false)
        }
        func number(_ offset: Int) -> UInt32 {
            start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        let count = Int(number(8))
        guard count <= (bytes.count - LayoutBytes.head) / LayoutBytes.channel else {
            throw .tooShort(hasTooManyChannels: count > LayoutBytes.channelsMax)
        }
        guard count <= LayoutBytes.channelsMax else { throw .tooManyChannels }
        self.init(
            tag: number(0), bitmap: number(4),
            descriptions: (0..<count).map {
                Channel(at: start + LayoutBytes.head + $0 * LayoutBytes.channel)
            })
    }

    /// - Throws: `wrongPropertySize` for fewer bytes than the count requires, `wrongChannels` for a
    ///   layout that does not have `channelCount` channels.
    init(
        bytesForApps bytes: UnsafeRawBufferPointer, channelCount: UInt32
    ) throws(ExtendedFileError) {
        do throws(LayoutDataError) {
            try self.init(bytesForApps: bytes)
        } catch {
            switch error {
            case .tooShort(hasTooManyChannels: false): throw .wrongPropertySize
            case .tooShort(hasTooManyChannels: true), .tooManyChannels: throw .wrongChannels
            }
        }
        guard fits(channelCount: channelCount) else { throw .wrongChannels }
    }

    /// Parses a layout behind a pointer. Its size follows from its count.
    init(
        describedBy layout: UnsafePointer<AudioChannelLayout>, channelCount: UInt32
    ) throws(ExtendedFileError) {
        let count = layout.pointee.mNumberChannelDescriptions
        guard count <= LayoutBytes.channelsMax else { throw .wrongChannels }
        try self.init(
            bytesForApps: UnsafeRawBufferPointer(
                start: layout, count: LayoutBytes.head + Int(count) * LayoutBytes.channel),
            channelCount: channelCount)
    }

    /// The layout in Apple's structure.
    package var bytesForApps: [UInt8] {
        var numbers = [tag, bitmap, UInt32(descriptions.count)]
        for channel in descriptions {
            numbers += [channel.label, channel.flags]
            for index in 0..<3 {
                numbers.append(
                    channel.coordinates.indices.contains(index)
                        ? channel.coordinates[index].bitPattern : 0)
            }
        }
        return numbers.withUnsafeBytes { Array($0) }
    }
}
