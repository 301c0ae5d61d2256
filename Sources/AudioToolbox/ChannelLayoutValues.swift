import AudioFiles
import AudioFormats
import CoreAudioTypes

// Channel layouts, between an app's memory and here. A layout is as long as its count makes it.

private let headByteCount =
    MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
private let channelByteCount = MemoryLayout<AudioChannelDescription>.stride

extension ChannelLayout {
    /// - Throws: `wrongPropertySize` when the bytes are fewer than what they count, `wrongChannels`
    ///   when it is not a layout of so many channels.
    init(
        bytesForApps bytes: UnsafeRawBufferPointer, channelCount: UInt32
    ) throws(ExtendedFileProblem) {
        guard bytes.count >= headByteCount else { throw .wrongPropertySize }
        func number(_ offset: Int) -> UInt32 {
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        self.init(tag: number(0), bitmap: number(4))
        let count = number(8)
        guard count <= 64 else { throw .wrongChannels }
        guard bytes.count >= headByteCount + Int(count) * channelByteCount else {
            throw .wrongPropertySize
        }
        descriptions = (0..<Int(count)).map { index in
            let start = headByteCount + index * channelByteCount
            return Channel(
                label: number(start), flags: number(start + 4),
                coordinates: (0..<3).map { Float(bitPattern: number(start + 8 + 4 * $0)) })
        }
        let isFitting: Bool =
            switch tag {
            case Self.useDescriptions: count == channelCount
            case Self.useBitmap: bitmap.nonzeroBitCount == channelCount
            default: tag & 0xFFFF == channelCount || tag & 0xFFFF == 0
            }
        guard isFitting else { throw .wrongChannels }
    }

    /// A layout that a program hands in by a pointer, which says itself how long it is.
    init(
        describedBy layout: UnsafePointer<AudioChannelLayout>, channelCount: UInt32
    ) throws(ExtendedFileProblem) {
        let count = layout.pointee.mNumberChannelDescriptions
        guard count <= 64 else { throw .wrongChannels }
        try self.init(
            bytesForApps: UnsafeRawBufferPointer(
                start: layout, count: headByteCount + Int(count) * channelByteCount),
            channelCount: channelCount)
    }

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
