import AudioFiles
import AudioFormats
import CoreAudioTypes

// Channel layouts, between an app's memory and here. A layout is as long as its count makes it.

/// Sizes of Apple's structures, of which the second repeats, and how often it may.
enum LayoutBytes {
    static let channelsMax = 64
    static let head = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
    static let channel = MemoryLayout<AudioChannelDescription>.stride
}

/// Why an app's bytes are no layout.
enum LayoutDataError: Error {
    case tooShort(hasTooManyChannels: Bool)
    case tooManyChannels
}

extension ChannelLayout.Channel {
    /// - Parameter start: Where there are the bytes of one description.
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
    /// A layout is as long as its count makes it; Apple's structure has room for one channel always.
    init(bytesForApps bytes: UnsafeRawBufferPointer) throws(LayoutDataError) {
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

    /// - Throws: `wrongPropertySize` when the bytes are fewer than what they count, `wrongChannels`
    ///   when it is not a layout of so many channels.
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

    /// A layout that a program hands in by a pointer, which says itself how long it is.
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

    /// As Apple's structure has it.
    var bytesForApps: [UInt8] {
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
