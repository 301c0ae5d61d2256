import AudioToolbox
import Synchronization

/// What a file's functions keep, as on a disk that can be full.
final class BoundedStore: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var byteCountMax = Int.max
    }

    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// Bytes that there is room for.
    func setRoom(_ byteCount: Int) {
        state.withLock { $0.byteCountMax = byteCount }
    }

    /// Makes a file, and an extended one that stands on it.
    func makeFiles(
        _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
    ) -> (below: AudioFileID?, extended: ExtAudioFileRef?) {
        var format = format
        var below: AudioFileID?
        var extended: ExtAudioFileRef?
        AudioFileInitializeWithCallbacks(
            Unmanaged.passUnretained(self).toOpaque(), Self.read, Self.write, Self.size,
            Self.setSize, type, &format, [], &below)
        if let below { ExtAudioFileWrapAudioFileID(below, true, &extended) }
        return (below, extended)
    }

    private static func of(_ clientData: UnsafeMutableRawPointer) -> BoundedStore {
        Unmanaged<BoundedStore>.fromOpaque(clientData).takeUnretainedValue()
    }

    private static let read: AudioFile_ReadProc = { clientData, position, count, buffer, actual in
        let rest = BoundedStore.of(clientData).bytes.dropFirst(Int(position)).prefix(Int(count))
        UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)).copyBytes(from: rest)
        actual.pointee = UInt32(rest.count)
        return noErr
    }

    private static let write: AudioFile_WriteProc = { clientData, position, count, bytes, actual in
        BoundedStore.of(clientData).state.withLock { state in
            let (start, end) = (Int(position), Int(position) + Int(count))
            actual.pointee = 0
            guard end <= state.byteCountMax else { return fullDisk }
            let missing = end - state.bytes.count
            if missing > 0 { state.bytes += [UInt8](repeating: 0, count: missing) }
            state.bytes.replaceSubrange(
                start..<end, with: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            actual.pointee = count
            return noErr
        }
    }

    private static let size: AudioFile_GetSizeProc = { Int64(BoundedStore.of($0).bytes.count) }

    private static let setSize: AudioFile_SetSizeProc = { clientData, size in
        BoundedStore.of(clientData).state.withLock { state in
            guard size <= state.byteCountMax else { return fullDisk }
            state.bytes = Array(state.bytes.prefix(Int(size)))
            state.bytes += [UInt8](repeating: 0, count: Int(size) - state.bytes.count)
            return noErr
        }
    }
}

/// What a full disk gives: `dskFulErr`.
let fullDisk: OSStatus = -34
