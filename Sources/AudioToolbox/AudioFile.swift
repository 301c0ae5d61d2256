import AudioFiles
import AudioFormats
import AudioModel
import CAudioToolbox
import CoreAudioTypes

// Audio File Services, as declared and described in <AudioToolbox/AudioFile.h>.

/// Every file that the program has open.
private let openFiles = AudioFileTable()

// MARK: Opening

/// What `AudioFileOpenURL` does, for Swift and for C.
///
/// - Parameter path: Asked only when the other arguments are in order.
func openAudioFile(
    _ permissions: AudioFilePermissions, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?,
    path: () -> String?
) -> OSStatus {
    fileStatus { () throws(AudioFileProblem) in
        guard let outAudioFile else { throw .missingArgument }
        switch permissions {
        case .readPermission: break
        case .writePermission, .readWritePermission: throw .notSupported
        default: throw .wrongArgument
        }
        guard let path = path() else { throw .noSuchFile }
        outAudioFile.pointee = opened(try OpenAudioFile(path: path))
    }
}

/// What `AudioFileOpenWithCallbacks` does, for Swift and for C.
func openAudioFile(
    _ clientData: UnsafeMutableRawPointer?, _ read: CallbackRead?, _ byteCount: CallbackSize?,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    fileStatus { () throws(AudioFileProblem) in
        guard let read, let byteCount, let outAudioFile else { throw .missingArgument }
        // Handed back as it came; what it points to is the app's own business.
        nonisolated(unsafe) let clientData = clientData
        let bytes = CallbackBytes(byteCount: byteCount(clientData)) { offset, buffer in
            guard let start = buffer.baseAddress else { return .init(status: 0, byteCount: 0) }
            var count: UInt32 = 0
            let status = read(clientData, offset, UInt32(clamping: buffer.count), start, &count)
            return .init(status: status, byteCount: count)
        }
        outAudioFile.pointee = opened(try OpenAudioFile(bytes))
    }
}

/// `AudioFile_ReadProc`, for programs that pass no client data too.
typealias CallbackRead =
    @Sendable @convention(c) (
        UnsafeMutableRawPointer?, Int64, UInt32, UnsafeMutableRawPointer,
        UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// `AudioFile_GetSizeProc`, likewise.
typealias CallbackSize = @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Int64

@c @implementation
public func AudioFileClose(_ inAudioFile: AudioFileID!) -> OSStatus {
    fileStatus { () throws(AudioFileProblem) in
        _ = try openFiles.remove(try number(inAudioFile))
    }
}

func opened(_ file: OpenAudioFile) -> AudioFileID? {
    // Never dereferenced: it is a number in the shape of a pointer.
    AudioFileID(bitPattern: openFiles.add(file))
}

private func number(_ id: AudioFileID?) throws(AudioFileProblem) -> UInt {
    guard let id else { throw .missingArgument }
    return UInt(bitPattern: id)
}

func file(_ id: AudioFileID?) throws(AudioFileProblem) -> OpenAudioFile {
    try openFiles.file(try number(id))
}

// MARK: Reading

@c @implementation
public func AudioFileReadBytes(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>!, _ outBuffer: UnsafeMutableRawPointer!
) -> OSStatus {
    fileStatus { () throws(AudioFileProblem) in
        let file = try file(inAudioFile)
        guard let ioNumBytes, let outBuffer else { throw .missingArgument }
        let wanted = Int(ioNumBytes.pointee)
        let count = try file.readBytes(
            at: inStartingByte,
            into: UnsafeMutableRawBufferPointer(start: outBuffer, count: wanted))
        ioNumBytes.pointee = UInt32(count)
        guard count == wanted else { throw .endOfFile }
    }
}

// Packets beyond the end are no error: the log of a program that ran on a phone shows a read there
// that gave none, and no error.

@c @implementation
public func AudioFileReadPacketData(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>!,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>!,
    _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>!,
    _ outBuffer: UnsafeMutableRawPointer!
) -> OSStatus {
    fileStatus { () throws(AudioFileProblem) in
        let file = try file(inAudioFile)
        guard let ioNumBytes, let ioNumPackets, let outBuffer else { throw .missingArgument }
        let read = try readPackets(
            file, inStartingPacket, count: ioNumPackets.pointee, into: outBuffer,
            byteCount: ioNumBytes.pointee, outPacketDescriptions)
        ioNumBytes.pointee = UInt32(read.byteCount)
        ioNumPackets.pointee = UInt32(read.packetCount)
    }
}

@c @implementation
public func AudioFileReadPackets(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool,
    _ outNumBytes: UnsafeMutablePointer<UInt32>!,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>!,
    _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>!,
    _ outBuffer: UnsafeMutableRawPointer!
) -> OSStatus {
    fileStatus { () throws(AudioFileProblem) in
        let file = try file(inAudioFile)
        guard let outNumBytes, let ioNumPackets, let outBuffer else { throw .missingArgument }
        // The caller made room for so many packets of the largest size; a file that is changed
        // meanwhile cannot have larger ones.
        let room = Int(ioNumPackets.pointee) * Int(file.reader.maximumPacketSize)
        let read = try readPackets(
            file, inStartingPacket, count: ioNumPackets.pointee, into: outBuffer,
            byteCount: UInt32(clamping: room), outPacketDescriptions)
        outNumBytes.pointee = UInt32(read.byteCount)
        ioNumPackets.pointee = UInt32(read.packetCount)
    }
}

private func readPackets(
    _ file: OpenAudioFile, _ start: Int64, count: UInt32, into buffer: UnsafeMutableRawPointer,
    byteCount: UInt32, _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
) throws(AudioFileProblem) -> PacketRead {
    // The two structures have one layout.
    let descriptions = descriptions.map {
        UnsafeMutableBufferPointer(
            start: UnsafeMutableRawPointer($0).assumingMemoryBound(to: PacketDescription.self),
            count: Int(count))
    }
    return try file.readPackets(
        startingAt: start, count: Int(count),
        into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(byteCount)),
        descriptions: descriptions)
}
