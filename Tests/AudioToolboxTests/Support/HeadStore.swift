import AudioToolbox
import Synchronization

/// What a file's functions keep of a file that is too long to be kept: its first page.
final class HeadStore: Sendable {
    private let state = Mutex((head: [UInt8](repeating: 0, count: 8192), size: Int64(0)))

    var head: [UInt8] { state.withLock { $0.head } }

    private static func of(_ clientData: UnsafeMutableRawPointer) -> HeadStore {
        Unmanaged<HeadStore>.fromOpaque(clientData).takeUnretainedValue()
    }

    static let read: AudioFile_ReadProc = { clientData, position, count, buffer, actual in
        HeadStore.of(clientData).state.withLock { state in
            let start = min(Int(position), state.head.count)
            let bytes = state.head[start..<min(start + Int(count), state.head.count)]
            bytes.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            actual.pointee = UInt32(bytes.count)
        }
        return noErr
    }

    static let write: AudioFile_WriteProc = { clientData, position, count, bytes, actual in
        HeadStore.of(clientData).state.withLock { state in
            let start = Int(position)
            let kept = min(Int(count), max(state.head.count - start, 0))
            if kept > 0 {
                let bytes = UnsafeRawBufferPointer(start: bytes, count: kept)
                state.head.replaceSubrange(start..<start + kept, with: bytes)
            }
            state.size = max(state.size, position + Int64(count))
            actual.pointee = count
        }
        return noErr
    }

    static let size: AudioFile_GetSizeProc = { HeadStore.of($0).state.withLock { $0.size } }

    static let setSize: AudioFile_SetSizeProc = { clientData, size in
        HeadStore.of(clientData).state.withLock { $0.size = size }
        return noErr
    }
}

extension SoundFiles {
    /// An elementary stream descriptor of AAC LC, 44,100 frames a second, two channels.
    static let aacCookie: [UInt8] =
        [0x03, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 0x04, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0, 0]
        + [0, 1, 0xF4, 0, 0, 1, 0xF4, 0, 0x05, 0x80, 0x80, 0x80, 0x02, 0x12, 0x10]
        + [0x06, 0x80, 0x80, 0x80, 0x01, 0x02]

    /// A configuration of Apple Lossless: 4096 frames, 16 bits, two channels, 44,100 a second.
    static let alacCookie: [UInt8] =
        bigEndian(UInt32(4096)) + [0, 16, 40, 10, 14, 2] + bigEndian(UInt16(255))
        + bigEndian(UInt32(0)) + bigEndian(UInt32(0)) + bigEndian(UInt32(44_100))
}
