import AudioToolbox
import Synchronization

/// The status of a full disk: `dskFulErr`.
let fullDisk: OSStatus = -34

/// A file in memory behind an app's four functions, which a test can have fail.
final class CallbackStore: Sendable {
    struct State {
        var bytes: [UInt8]
        var size: Int64
        /// Bytes that are kept; those behind them are only counted.
        var keptByteCountMax = Int.max
        /// Size that the disk has room for.
        var sizeMax = Int64.max
        /// Bytes that are read or written at a time.
        var pieceMax = Int.max
        /// Results of reading, and of writing and setting the size.
        var readStatus: OSStatus = noErr
        var writeStatus: OSStatus = noErr
        /// The file for which writing calls a function from within, and that call's result.
        var file: UInt = 0
        var statusWithin: OSStatus = noErr
        var isReading = false
        /// Reads that began during another one.
        var overlapCount = 0
    }

    private let guarded: Mutex<State>

    init(_ bytes: [UInt8] = []) {
        guarded = Mutex(State(bytes: bytes, size: Int64(bytes.count)))
    }

    var state: State { guarded.withLock { $0 } }
    var bytes: [UInt8] { state.bytes }

    func set(_ change: (inout State) -> Void) { guarded.withLock { change(&$0) } }

    // MARK: Files on the store

    var clientData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func create(
        _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription,
        flags: AudioFileFlags = [], _ id: inout AudioFileID?
    ) -> OSStatus {
        var format = format
        return AudioFileInitializeWithCallbacks(
            clientData, Self.read, Self.write, Self.getSize, Self.setSize, type, &format, flags,
            &id)
    }

    func open(
        hint: AudioFileTypeID = 0, isWritable: Bool = false, _ id: inout AudioFileID?
    ) -> OSStatus {
        AudioFileOpenWithCallbacks(
            clientData, Self.read, isWritable ? Self.write : nil, Self.getSize,
            isWritable ? Self.setSize : nil, hint, &id)
    }

    // MARK: The four functions

    private static func of(_ clientData: UnsafeMutableRawPointer) -> CallbackStore {
        Unmanaged<CallbackStore>.fromOpaque(clientData).takeUnretainedValue()
    }

    static let read: AudioFile_ReadProc = { clientData, position, count, buffer, actual in
        let store = CallbackStore.of(clientData)
        store.set {
            if $0.isReading { $0.overlapCount += 1 }
            $0.isReading = true
        }
        defer { store.set { $0.isReading = false } }
        let state = store.state
        guard state.readStatus == noErr else { return state.readStatus }
        let rest = state.bytes.dropFirst(Int(position)).prefix(min(Int(count), state.pieceMax))
        UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)).copyBytes(from: rest)
        actual.pointee = UInt32(rest.count)
        return noErr
    }

    static let write: AudioFile_WriteProc = { clientData, position, count, bytes, actual in
        let store = CallbackStore.of(clientData)
        if let file = AudioFileID(bitPattern: store.state.file) {
            var count: UInt32 = 4
            let status = AudioFileWriteBytes(file, false, 0, &count, [0, 0, 0, 0] as [UInt8])
            store.set { $0.statusWithin = status }
        }
        let taken = min(Int(count), store.state.pieceMax)
        let end = position + Int64(taken)
        actual.pointee = 0
        guard end <= store.state.sizeMax else { return fullDisk }
        let start = Int(position)
        let keptEnd = min(Int(end), max(store.state.keptByteCountMax, start))
        let kept = UnsafeRawBufferPointer(start: bytes, count: keptEnd - start)
        store.guarded.withLock { state in
            if !kept.isEmpty {
                let missing = keptEnd - state.bytes.count
                if missing > 0 { state.bytes += [UInt8](repeating: 0, count: missing) }
                state.bytes.replaceSubrange(start..<keptEnd, with: kept)
            }
            state.size = max(state.size, end)
        }
        actual.pointee = UInt32(taken)
        return store.state.writeStatus
    }

    static let getSize: AudioFile_GetSizeProc = { CallbackStore.of($0).state.size }

    static let setSize: AudioFile_SetSizeProc = { clientData, size in
        let store = CallbackStore.of(clientData)
        guard size <= store.state.sizeMax else { return fullDisk }
        store.set { state in
            let kept = min(Int(size), state.keptByteCountMax)
            state.bytes = Array(state.bytes.prefix(kept))
            state.bytes += [UInt8](repeating: 0, count: kept - state.bytes.count)
            state.size = size
        }
        return store.state.writeStatus
    }
}
