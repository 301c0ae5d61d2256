import CAudioToolbox
import MIDISynthesis

/// The events that an app has got, in C's layout, at addresses that stay until the memory is
/// released.
///
/// Ownership: the mutex of the track guards it; the app reads what it points to.
final class MusicEventMemory: @unchecked Sendable {
    private var blocks: [Int: Block] = [:]

    /// An event of an app's.
    ///
    /// Ownership: that of the memory, which deallocates the bytes at the address.
    struct Block: @unchecked Sendable {
        var type: MusicEventType
        var address: UnsafeMutableRawPointer
        /// The size of the event in bytes; there are more behind it.
        var byteCount: Int
        /// A property list that the event points to.
        var object: AnyObject?
    }

    deinit {
        for block in blocks.values { block.address.deallocate() }
    }

    /// The event with an index, in memory.
    func block(ofEvent index: Int, _ body: MIDISequence.Body) -> Block {
        if let known = blocks[index] { return known }
        let block = Self.block(body)
        blocks[index] = block
        return block
    }

    private static func block(_ body: MIDISequence.Body) -> Block {
        switch body {
        case .note(let message, let duration, let releaseVelocity):
            return block(
                kMusicEventType_MIDINoteMessage,
                MIDINoteMessage(
                    channel: message.channel, note: message.data1, velocity: message.data2,
                    releaseVelocity: releaseVelocity, duration: Float(duration)))
        case .message(let message):
            return block(
                kMusicEventType_MIDIChannelMessage,
                MIDIChannelMessage(
                    status: message.status, data1: message.data1, data2: message.data2,
                    reserved: 0))
        case .systemExclusive(let bytes):
            return block(
                kMusicEventType_MIDIRawData, UInt32(bytes.count + 1), behind: [0xF0] + bytes)
        case .escape(let bytes):
            return block(kMusicEventType_MIDIRawData, UInt32(bytes.count), behind: bytes)
        case .user(let bytes):
            return block(kMusicEventType_User, UInt32(bytes.count), behind: bytes)
        case .meta(let type, let bytes):
            let head = UInt64(type) | UInt64(UInt32(bytes.count)) << 32
            return block(kMusicEventType_Meta, head.littleEndian, behind: bytes)
        case .tempo(let tempo):
            return block(kMusicEventType_ExtendedTempo, ExtendedTempoEvent(bpm: tempo))
        case .extendedNote(let note): return block(note)
        case .parameter(let parameter):
            return block(
                kMusicEventType_Parameter,
                ParameterEvent(
                    parameterID: parameter.identifier, scope: parameter.scope,
                    element: parameter.element, value: parameter.value))
        case .preset(let scope, let element, let bytes):
            return block(scope, element, propertyList: bytes)
        }
    }

    private static func block(_ note: MIDISequence.ExtendedNote) -> Block {
        let controls = note.controls.map {
            NoteParamsControlValue(mID: $0.identifier, mValue: $0.value)
        }
        let event = ExtendedNoteOnEvent(
            instrumentID: note.instrument, groupID: note.group, duration: Float(note.duration),
            extendedParams: MusicDeviceNoteParams(
                argCount: UInt32(2 + controls.count), mPitch: note.key, mVelocity: note.velocity,
                mControls: controls.first ?? NoteParamsControlValue()))
        return block(
            kMusicEventType_ExtendedNote, event,
            behind: controls.dropFirst().flatMap { withUnsafeBytes(of: $0) { Array($0) } })
    }

    private static func block(
        _ scope: UInt32, _ element: UInt32, propertyList bytes: [UInt8]
    ) -> Block {
        var event = AUPresetEvent()
        (event.scope, event.element) = (scope, element)
        let list = cfPropertyList(bytes)
        event.preset = list.map(Unmanaged.passUnretained)
        var block = block(kMusicEventType_AUPreset, event)
        block.object = list
        return block
    }

    /// Writes a structure, with bytes behind it.
    private static func block<Value>(
        _ type: MusicEventType, _ value: Value, behind bytes: [UInt8] = []
    ) -> Block {
        let byteCount = MemoryLayout<Value>.size + bytes.count
        // C's structures have a first element of their bytes, and may be copied whole.
        let address = UnsafeMutableRawPointer.allocate(
            byteCount: byteCount + 16, alignment: 16)
        address.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount + 16)
        withUnsafeBytes(of: value) { source in
            if let start = source.baseAddress {
                address.copyMemory(from: start, byteCount: source.count)
            }
        }
        bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            (address + MemoryLayout<Value>.size).copyMemory(
                from: start, byteCount: source.count)
        }
        return Block(type: type, address: address, byteCount: byteCount)
    }
}
